/**
 * `npm run build:wasm`: rebuilds `psi-wasm/pkg` from Rust. With `--check` it builds into a temporary folder and
 * compares the bytes. A difference is an error if the same tools built the committed package. With other tools the
 * bytes cannot be the same; then the rebuilt package replaces the committed one, so that the following tests run on it.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from './wasm/build.ts';
import { committed, readRecord, type BuildRecord } from './wasm/sources.ts';
import { findToolchain } from './wasm/toolchain.ts';
import { tryPackage } from './wasm/trial.ts';

function replaceCommitted(folder: string): void {
  rmSync(committed, { recursive: true, force: true });
  cpSync(folder, committed, { recursive: true });
}

/** The names of files that differ between the folders, the record included. */
function differences(folder: string): string[] {
  const names = new Set([...readdirSync(committed), ...readdirSync(folder)]);
  const bytes = (place: string, name: string): Buffer | null =>
    existsSync(join(place, name)) ? readFileSync(join(place, name)) : null;
  return [...names].filter((name) => {
    const [before, after] = [bytes(committed, name), bytes(folder, name)];
    return before === null || after === null || !before.equals(after);
  });
}

function compare(before: BuildRecord | null, after: BuildRecord, folder: string): void {
  if (before === null) throw new Error('psi-wasm/pkg/build.json is missing: run npm run build:wasm');
  if (JSON.stringify(before.tools) === JSON.stringify(after.tools)) {
    const different = differences(folder);
    if (different.length > 0) {
      throw new Error(`psi-wasm/pkg is not what the sources give: ${different.join(', ')} differ`);
    }
    console.log('psi-wasm/pkg is byte for byte what the sources give.');
    return;
  }
  replaceCommitted(folder);
  console.log('!! BYTES WERE NOT COMPARED: the committed package was built by other tools.');
  console.log(`!! recorded: ${JSON.stringify(before.tools)}`);
  console.log(`!! here:     ${JSON.stringify(after.tools)}`);
  console.log('!! The rebuilt package works and now stands in psi-wasm/pkg of this checkout.');
}

const folder = mkdtempSync(join(tmpdir(), 'waystamp-pkg-'));
try {
  const record = buildPackage(findToolchain(), folder);
  await tryPackage(folder);
  if (process.argv.includes('--check')) {
    compare(readRecord(committed), record, folder);
  } else {
    replaceCommitted(folder);
    console.log(`psi-wasm/pkg rebuilt with ${record.tools.rustc}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
