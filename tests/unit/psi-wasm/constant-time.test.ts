import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PrivateKeys, Psi } from '../../../psi-wasm/index.ts';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import { CONTEXT, builds, moduleBytes, randomBits } from './builds.ts';
import { instrumented } from './trace.ts';
import type { Site } from './trace.ts';

const SLOTS = 100;

/** Replaces the platform's randomness by bytes derived from this seed. */
function drawFrom(seed: number): void {
  const random = createRandom(`drawn ${seed}`);
  vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
    const bytes = array as unknown as Uint8Array;
    for (const at of bytes.keys()) bytes[at] = random.between(0, 255);
    return array;
  });
}

const vectors = [
  new Uint8Array(SLOTS),
  new Uint8Array(SLOTS).fill(1),
  Uint8Array.from({ length: SLOTS }, (_, slot) => Number(slot === 41)),
  randomBits(SLOTS, createRandom('bits 7')),
];

/** The keys with another secret under the same id: the seed follows the header. */
function otherSecret(keys: PrivateKeys, byte: number): PrivateKeys {
  return keys.map((old, at) => (at >= 8 && at < 40 ? old ^ byte : old)) as PrivateKeys;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(builds)('%s', (build) => {
  let module: WebAssembly.Module;
  let sites: Site[];
  const { instantiate } = WebAssembly;

  beforeAll(() => {
    ({ module, sites } = instrumented(moduleBytes(build)));
  });

  /** What each site saw while `run` ran on a new instance on which `prepare` had run. */
  async function traced<Prepared>(
    prepare: (psi: Psi) => Prepared,
    run: (psi: Psi, prepared: Prepared) => unknown,
  ): Promise<Uint32Array> {
    const seen = new Uint32Array(sites.length);
    const tell = (site: number, value: number): void => {
      seen[site] = Math.imul((seen[site] ?? 0) ^ value, 0x0100_0193) + 1;
    };
    const trace = {
      i32: (site: number, value: number) => {
        tell(site, value);
        return value;
      },
      i64: (site: number, value: bigint) => {
        tell(site, Number(BigInt.asIntN(32, value ^ (value >> 32n))));
        return value;
      },
    };
    vi.spyOn(WebAssembly, 'instantiate').mockImplementation(((given: WebAssembly.Module, imports: object) =>
      instantiate(given, { ...imports, trace })) as typeof instantiate);
    vi.resetModules();
    const { initPsi } = await import('../../../psi-wasm/index.ts');
    const psi = await initPsi(module);
    const prepared = prepare(psi);
    seen.fill(0);
    run(psi, prepared);
    return seen;
  }

  /** The sites whose values differ between traces. */
  function differing(traces: readonly Uint32Array[]): Site[] {
    const [first] = traces;
    expect(first?.some((value) => value !== 0)).toBe(true);
    return sites.filter((_, at) => traces.some((trace) => trace[at] !== first?.[at]));
  }

  const keys = (psi: Psi) => {
    drawFrom(1);
    return psi.genKeys();
  };
  const requested = (psi: Psi, bits: Uint8Array) => {
    const { privateKeys, publicKeys } = keys(psi);
    drawFrom(2);
    return { privateKeys, publicKeys, ...psi.round1(privateKeys, bits, CONTEXT) };
  };
  const answered = (psi: Psi, mine: Uint8Array, theirs: Uint8Array) => {
    const client = requested(psi, mine);
    drawFrom(3);
    return { client, server: psi.round2(client.publicKeys, client.message, theirs, CONTEXT) };
  };

  it('makes a request the same way whatever the bits', async () => {
    const traces = [];
    for (const bits of vectors) {
      traces.push(
        await traced(keys, (psi, { privateKeys }) => {
          drawFrom(2);
          psi.round1(privateKeys, bits, CONTEXT);
        }),
      );
    }
    expect(differing(traces)).toEqual([]);
  });

  it('answers the same way whatever the list', async () => {
    const traces = [];
    for (const bits of vectors) {
      traces.push(
        await traced(
          (psi) => requested(psi, randomBits(SLOTS, createRandom('bits 8'))),
          (psi, { publicKeys, message }) => {
            drawFrom(3);
            psi.round2(publicKeys, message, bits, CONTEXT);
          },
        ),
      );
    }
    expect(differing(traces)).toEqual([]);
  });

  it('opens a reply the same way whatever matches', async () => {
    const traces = [];
    for (const mine of vectors.slice(1, 3)) {
      for (const theirs of vectors) {
        traces.push(
          await traced(
            (psi) => answered(psi, mine, theirs),
            (psi, { client, server }) => psi.round3(client.privateKeys, client.state, server.message),
          ),
        );
      }
    }
    expect(differing(traces)).toEqual([]);
  });

  it('checks a token the same way whatever is wrong with it', async () => {
    const traces = [];
    for (const flipped of [undefined, 0, 7, 15]) {
      traces.push(
        await traced(
          (psi) => {
            const all = new Uint8Array(SLOTS).fill(1);
            const { client, server } = answered(psi, all, all);
            const { tokens } = psi.round3(client.privateKeys, client.state, server.message);
            const token = tokens.slice(0, 16).map((byte, at) => (at === flipped ? byte ^ 1 : byte));
            return { state: server.state, token };
          },
          (psi, { state, token }) => {
            expect(psi.checkToken(state, 0, token)).toBe(flipped === undefined);
          },
        ),
      );
    }
    expect(differing(traces)).toEqual([]);
  });

  // Drawing ternary values rejects other bytes for another secret. Only that shows, and only in one function.

  it('makes a request the same way whatever the secret, except for the bytes rejected while drawing it', async () => {
    const traces = [];
    for (const byte of [0, 1, 2, 3]) {
      traces.push(
        await traced(keys, (psi, { privateKeys }) => {
          drawFrom(2);
          psi.round1(otherSecret(privateKeys, byte), randomBits(SLOTS, createRandom('bits 8')), CONTEXT);
        }),
      );
    }
    expect(new Set(differing(traces).map((site) => site.function)).size).toBe(1);
  });

  it('answers the same way whatever it draws, except for the bytes rejected while drawing', async () => {
    const traces = [];
    for (const seed of [11, 12, 13, 14]) {
      traces.push(
        await traced(
          (psi) => requested(psi, randomBits(SLOTS, createRandom('bits 8'))),
          (psi, { publicKeys, message }) => {
            drawFrom(seed);
            psi.round2(publicKeys, message, randomBits(SLOTS, createRandom(`bits ${seed}`)), CONTEXT);
          },
        ),
      );
    }
    expect(new Set(differing(traces).map((site) => site.function)).size).toBe(1);
  });

  it('opens a reply the same way whatever the secret, except for the bytes rejected while drawing it', async () => {
    const all = new Uint8Array(SLOTS).fill(1);
    const traces = [];
    for (const byte of [0, 1, 2, 3]) {
      traces.push(
        await traced(
          (psi) => answered(psi, all, all),
          (psi, { client, server }) =>
            psi.round3(otherSecret(client.privateKeys, byte), client.state, server.message),
        ),
      );
    }
    expect(new Set(differing(traces).map((site) => site.function)).size).toBe(1);
  });
});
