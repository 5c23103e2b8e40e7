import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sourceDigest, readRecord, committed, sha256 } from '../../../scripts/wasm/sources.ts';
import type * as Psi from '../../../psi-wasm/index.ts';
import type { PsiSource } from '../../../psi-wasm/index.ts';
import { moduleBytes } from './builds.ts';

const file = new URL('../../../psi-wasm/pkg/simd.wasm', import.meta.url);

async function fresh(): Promise<typeof Psi> {
  vi.resetModules();
  return import('../../../psi-wasm/index.ts');
}

function served(headers: Record<string, string>): Response {
  return new Response(moduleBytes('scalar.wasm'), { headers });
}

beforeEach(() => {
  vi.unstubAllGlobals();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('initPsi', () => {
  it('accepts bytes, a buffer, a module, an address and a response', async () => {
    const bytes = moduleBytes('simd.wasm');
    const sources = [
      undefined,
      bytes,
      bytes.buffer,
      new WebAssembly.Module(bytes),
      file,
      file.href,
      served({ 'content-type': 'application/wasm' }),
      Promise.resolve(served({ 'content-type': 'application/octet-stream' })),
    ];
    for (const source of sources) {
      const { initPsi } = await fresh();
      const psi = await initPsi(source);
      expect(psi.genKeys().publicKeys).toHaveLength(47_672);
    }
  });

  it('loads once', async () => {
    const { initPsi } = await fresh();
    const compile = vi.spyOn(WebAssembly, 'compile');
    const [first, second] = await Promise.all([initPsi(), initPsi()]);
    expect(first).toBe(second);
    expect(await initPsi(moduleBytes('scalar.wasm'))).toBe(first);
    expect(compile).toHaveBeenCalledTimes(1);
  });

  it('can be called again after a failure, which has a code', async () => {
    const { initPsi } = await fresh();
    const failures: (() => PsiSource)[] = [
      () => Uint8Array.of(1, 2, 3),
      () => new Response('gone', { status: 404 }),
      () => Promise.reject(new TypeError('offline')),
      () => new URL('file:///no/such/module.wasm'),
      // A valid module, but not ours.
      () => Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
    ];
    for (const source of failures) {
      await expect(initPsi(source())).rejects.toMatchObject({ name: 'PsiError', code: 'load_failed' });
    }
    expect((await initPsi()).genKeys().publicKeys).toHaveLength(47_672);
  });

  it('refuses a build that fails its known-answer test', async () => {
    const { initPsi } = await fresh();
    const bytes = moduleBytes('scalar.wasm');
    // The initial values of BLAKE3 in the module's data. A change to them changes every hash and stream.
    const initial = Buffer.from(bytes).indexOf(Uint8Array.of(0x67, 0xe6, 0x09, 0x6a));
    expect(initial).toBeGreaterThan(0);
    bytes.set([0x68], initial);
    await expect(initPsi(bytes)).rejects.toMatchObject({ name: 'PsiError', code: 'load_failed' });
  });

  it('fetches addresses that are not files', async () => {
    const { initPsi } = await fresh();
    const fetched = vi.fn<typeof fetch>(() =>
      Promise.resolve(served({ 'content-type': 'application/wasm' })),
    );
    vi.stubGlobal('fetch', fetched);
    await initPsi('https://waystamp.example/assets/psi.wasm');
    expect(fetched).toHaveBeenCalledWith('https://waystamp.example/assets/psi.wasm');
  });

  it('works in a worker thread', async () => {
    const index = new URL('../../../psi-wasm/index.ts', import.meta.url).href;
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       import(${JSON.stringify(index)})
         .then(({ initPsi }) => initPsi())
         .then((psi) => parentPort.postMessage(psi.genKeys().publicKeys.length));`,
      { eval: true },
    );
    expect(await once(worker, 'message')).toEqual([47_672]);
    await worker.terminate();
  });

  it('loads the scalar build when the platform has no SIMD', async () => {
    vi.resetModules();
    const { moduleUrl } = await import('../../../psi-wasm/load.ts');
    expect(moduleUrl(true).pathname).toMatch(/simd\.wasm$/);
    expect(moduleUrl(false).pathname).toMatch(/scalar\.wasm$/);
  });
});

describe('the committed package', () => {
  it('was built from these sources', () => {
    const record = readRecord(committed);
    // If this fails, the sources have changed since the build: npm run build:wasm.
    expect(record?.sources).toBe(sourceDigest());
  });

  it('contains exactly the files that were built, and no path of the build machine', () => {
    const record = readRecord(committed);
    for (const [name, digest] of Object.entries(record?.files ?? {})) {
      const bytes = readFileSync(new URL(`../../../psi-wasm/pkg/${name}`, import.meta.url));
      expect({ name, digest: sha256(bytes) }).toEqual({ name, digest });
      expect(bytes.toString('latin1')).not.toMatch(/\/(root|home|work|usr|tmp|Users)\//);
    }
    expect(Object.keys(record?.files ?? {})).toHaveLength(4);
  });

  it('stays within the size limits', () => {
    for (const build of ['simd.wasm', 'scalar.wasm']) {
      expect(moduleBytes(build).length).toBeLessThanOrEqual(100_000);
    }
  });
});
