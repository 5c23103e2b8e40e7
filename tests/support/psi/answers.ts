import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Psi } from '../../../psi-wasm/index.ts';

/** The context of the known answers. */
const CONTEXT = new Uint8Array(32).fill(4);

/** The comparison in `psi-wasm/tests/known_answers.rs`; `drawOnly` turns all randomness into bytes of one value. */
function messages(psi: Psi, slots: number, drawOnly: (byte: number) => void): [string, Uint8Array][] {
  const mine = Uint8Array.from({ length: slots }, (_, slot) => Number(slot % 3 === 0));
  const theirs = Uint8Array.from({ length: slots }, (_, slot) => Number(slot % 2 === 0));
  drawOnly(1);
  const { privateKeys, publicKeys } = psi.genKeys();
  drawOnly(2);
  const client = psi.round1(privateKeys, mine, CONTEXT);
  drawOnly(3);
  const server = psi.round2(publicKeys, client.message, theirs, CONTEXT);
  const kept = { privateKeys: privateKeys.slice(), clientState: client.state.slice() };
  const { matches, tokens, session } = psi.round3(privateKeys, client.state, server.message);
  return [
    ['privateKeys', kept.privateKeys],
    ['publicKeys', publicKeys],
    ['clientState', kept.clientState],
    ['request', client.message],
    ['serverState', server.state],
    ['reply', server.message],
    ['matches', matches],
    ['tokens', tokens],
    ['session', session],
  ];
}

/** What `psi-wasm/tests/known-answers.txt` must hold, line by line. */
export function answers(psi: Psi, drawOnly: (byte: number) => void): string {
  return [1, 100, 250]
    .flatMap((slots) =>
      messages(psi, slots, drawOnly).map(
        ([name, bytes]) => `${slots} ${name} ${bytesToHex(blake3(bytes))}\n`,
      ),
    )
    .join('');
}
