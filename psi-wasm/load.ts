import { PsiError } from './errors.ts';

/** Where the module can come from; see `initPsi`. */
export type PsiSource =
  Uint8Array<ArrayBuffer> | ArrayBuffer | URL | string | Response | WebAssembly.Module | Promise<Response>;

/** A module with a function `() -> v128`, valid only where `simd128` is supported; one section a line. */
// prettier-ignore
const simdProbe = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // magic, version 1
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, // types: () -> v128
  0x03, 0x02, 0x01, 0x00, // functions: one of that type
  0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b, // code: i32.const 0, i8x16.splat
);

/** Whether this platform can run the faster of the two builds. */
export function hasSimd(): boolean {
  return WebAssembly.validate(simdProbe);
}

/**
 * The committed module for this platform. Both addresses are literals, so that a bundler finds and
 * ships both files.
 */
export function moduleUrl(simd: boolean): URL {
  return simd ? new URL('./pkg/simd.wasm', import.meta.url) : new URL('./pkg/scalar.wasm', import.meta.url);
}

/** The only part of Node that this folder uses. Node's types stay out of the browser's build. */
interface NodeProcess {
  getBuiltinModule?: (id: 'node:fs/promises') => {
    readFile: (path: URL) => Promise<Uint8Array<ArrayBuffer>>;
  };
}

async function fetched(address: URL | string): Promise<WebAssembly.Module> {
  if (String(address).startsWith('file:')) {
    // Node's fetch does not read files.
    const { process } = globalThis as typeof globalThis & { process?: NodeProcess };
    const files = process?.getBuiltinModule?.('node:fs/promises');
    if (files) return WebAssembly.compile(await files.readFile(new URL(address)));
  }
  return received(await fetch(address));
}

async function received(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new PsiError('load_failed', `the PSI module was not served (${response.status})`);
  // Streaming requires the media type. A server that does not send it must not stop us.
  return response.headers.get('content-type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Compiles the module from any source.
 *
 * @throws {PsiError} `load_failed`
 */
export async function compile(source: PsiSource): Promise<WebAssembly.Module> {
  try {
    const given = await source;
    if (given instanceof WebAssembly.Module) return given;
    if (given instanceof Response) return await received(given);
    if (given instanceof URL || typeof given === 'string') return await fetched(given);
    return await WebAssembly.compile(given);
  } catch (error) {
    if (error instanceof PsiError) throw error;
    throw new PsiError('load_failed', 'the PSI module could not be loaded', { cause: error });
  }
}
