/** The sources of the PSI module, and the record of the sources and tools that built the committed package. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the checkout. */
export const root = join(import.meta.dirname, '../..');
/** The crate. */
export const crate = join(root, 'psi-wasm');
/** The committed package. */
export const committed = join(crate, 'pkg');

/** The content of `pkg/build.json`. */
export interface BuildRecord {
  /** SHA-256 over the names and contents of everything that decides the module's bytes. */
  sources: string;
  /** The tools that built it; the bytes are comparable only if all of these are the same. */
  tools: { rustc: string; wasmBindgen: string; binaryen: string };
  /** SHA-256 of each file beside the record. */
  files: Record<string, string>;
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The digest of the crate's sources and of the scripts that build them. */
export function sourceDigest(): string {
  const patterns = ['psi-wasm/Cargo.{toml,lock}', 'psi-wasm/src/**/*.rs', 'scripts/wasm/build.ts'];
  const files = globSync(patterns, { cwd: root }).toSorted();
  return sha256(files.map((file) => `${file}\n${sha256(readFileSync(join(root, file)))}\n`).join(''));
}

/** The record in a package's folder, or null where there is none. */
export function readRecord(folder: string): BuildRecord | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as BuildRecord;
  } catch {
    return null;
  }
}
