/** Runs a comparison on each build of a package, because a rebuilt module must work before it is used. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Glue from '../../psi-wasm/pkg/psi_wasm.js';

const SLOTS = 250;
const CONTEXT = new Uint8Array(32);

/**
 * Runs all rounds once with each build.
 *
 * @throws when a build gives a wrong answer
 */
export async function tryPackage(folder: string): Promise<void> {
  for (const file of ['simd.wasm', 'scalar.wasm']) {
    // The query makes Node load the glue again, so that each build gets its own instance.
    const glue = (await import(`${pathToFileURL(join(folder, 'psi_wasm.js')).href}?${file}`)) as typeof Glue;
    glue.initSync({ module: readFileSync(join(folder, file)) });
    const mine = Uint8Array.from({ length: SLOTS }, (_, slot) => Number(slot % 3 === 0));
    const theirs = Uint8Array.from({ length: SLOTS }, (_, slot) => Number(slot % 2 === 0));
    const [privateKeys, publicKeys] = glue.generateKeys();
    const [kept, request] = glue.makeRequest(privateKeys, mine, CONTEXT);
    const [answered, reply] = glue.answerRequest(publicKeys, request, theirs, CONTEXT);
    const [matches, tokens] = glue.openReply(privateKeys, kept, reply);
    const wrong = matches.some((match, slot) => {
      const expected = slot % 6 === 0;
      const proven = glue.checkToken(answered, slot, tokens.subarray(16 * slot, 16 * slot + 16));
      return match !== Number(expected) || proven !== expected;
    });
    if (wrong) throw new Error(`${file} gives wrong matches`);
  }
}
