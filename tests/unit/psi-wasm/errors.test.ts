import { beforeAll, expect, it, vi, describe, afterEach } from 'vitest';
import type { ClientState, PrivateKeys, Psi, PublicKeys, Reply, Request } from '../../../psi-wasm/index.ts';
import { CONTEXT, psiOn } from './builds.ts';

interface Exchange {
  privateKeys: PrivateKeys;
  publicKeys: PublicKeys;
  state: ClientState;
  request: Request;
  reply: Reply;
}

let psi: Psi;
let ours: Exchange;
let other: Exchange;

function exchange(slots: number): Exchange {
  const { privateKeys, publicKeys } = psi.genKeys();
  const bits = new Uint8Array(slots).fill(1);
  const { state, message: request } = psi.round1(privateKeys, bits, CONTEXT);
  return {
    privateKeys,
    publicKeys,
    state,
    request,
    reply: psi.round2(publicKeys, request, bits, CONTEXT).message,
  };
}

/** A copy with one byte changed. */
function changed(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = value;
  return copy;
}

/** Round 3 on copies, because it consumes its inputs. */
function open(reply: Uint8Array) {
  const privateKeys = Uint8Array.from(ours.privateKeys) as PrivateKeys;
  return psi.round3(privateKeys, Uint8Array.from(ours.state) as ClientState, reply as Reply);
}

function refusal(code: string): Error {
  return expect.objectContaining({ name: 'PsiError', code }) as Error;
}

beforeAll(async () => {
  psi = await psiOn('simd.wasm');
  ours = exchange(100);
  other = exchange(100);
});

describe('refusals carry a code', () => {
  it('bad_length: cut, lengthened and empty messages', () => {
    for (const bytes of [ours.request.slice(0, -1), new Uint8Array(0), new Uint8Array(7)]) {
      expect(() => psi.readRequest(bytes)).toThrow(refusal('bad_length'));
      expect(() => psi.readPublicKeys(bytes)).toThrow(Error);
    }
    expect(() => psi.readPublicKeys(Uint8Array.of(...ours.publicKeys, 0))).toThrow(refusal('bad_length'));
    expect(() => open(ours.reply.slice(0, 1000))).toThrow(refusal('bad_length'));
  });

  it('bad_version and bad_kind: other formats, other versions, other messages', () => {
    for (const version of [1, 3]) {
      expect(() => psi.readRequest(changed(ours.request, 2, version))).toThrow(refusal('bad_version'));
      expect(() => psi.readPublicKeys(changed(ours.publicKeys, 2, version))).toThrow(refusal('bad_version'));
    }
    expect(() => psi.readRequest(new TextEncoder().encode('{"json":"is not a message"}'))).toThrow(
      refusal('bad_version'),
    );
    expect(() => psi.readRequest(ours.reply)).toThrow(refusal('bad_kind'));
    expect(() => psi.readPublicKeys(ours.request)).toThrow(refusal('bad_kind'));
  });

  it('bad_residue: a residue at or above its modulus', () => {
    const request = Uint8Array.from(ours.request);
    request.fill(0xff, 72, 76);
    expect(() => psi.readRequest(request)).toThrow(refusal('bad_residue'));
    const reply = Uint8Array.from(ours.reply);
    reply.fill(0xff, 56, 58);
    expect(() => open(reply)).toThrow(refusal('bad_residue'));
  });

  it('wrong_keys: a request or reply for other keys, keys under a foreign id', () => {
    const bits = new Uint8Array(100);
    expect(() => psi.round2(other.publicKeys, ours.request, bits, CONTEXT)).toThrow(refusal('wrong_keys'));
    expect(() => open(other.reply)).toThrow(refusal('wrong_keys'));
    const renamed = Uint8Array.from(other.publicKeys);
    renamed.set(ours.publicKeys.subarray(8, 24), 8);
    expect(() => psi.readPublicKeys(renamed)).toThrow(refusal('wrong_keys'));
    // A seed that does not match the hash after it.
    const [seed = 0] = ours.privateKeys.subarray(8);
    expect(() => psi.readPrivateKeys(changed(ours.privateKeys, 8, seed ^ 1))).toThrow(refusal('wrong_keys'));
  });

  it('bad_slots: no slots, too many, or another number than the other party’s', () => {
    expect(() => psi.round1(ours.privateKeys, new Uint8Array(0), CONTEXT)).toThrow(refusal('bad_slots'));
    expect(() => psi.round1(ours.privateKeys, new Uint8Array(10_001), CONTEXT)).toThrow(refusal('bad_slots'));
    expect(() => psi.round2(ours.publicKeys, ours.request, new Uint8Array(99), CONTEXT)).toThrow(
      refusal('bad_slots'),
    );
    expect(() => psi.readRequest(changed(ours.request, 7, 0xff))).toThrow(refusal('bad_slots'));
  });

  it('bad_bits: a byte that is neither 0 nor 1', () => {
    expect(() => psi.round1(ours.privateKeys, Uint8Array.of(0, 1, 2), CONTEXT)).toThrow(refusal('bad_bits'));
  });

  it('bad_context: a length other than 32 bytes', () => {
    const bits = new Uint8Array(100);
    for (const length of [0, 31, 33]) {
      const context = new Uint8Array(length);
      expect(() => psi.round1(ours.privateKeys, bits, context)).toThrow(refusal('bad_context'));
      expect(() => psi.round2(ours.publicKeys, ours.request, bits, context)).toThrow(refusal('bad_context'));
    }
  });

  it('bad_argument: anything but a byte array', () => {
    for (const wrong of [undefined, null, 'text', [1, 0], new Uint16Array(2), {}]) {
      expect(() => psi.readRequest(wrong as never)).toThrow(refusal('bad_argument'));
      expect(() => psi.round1(ours.privateKeys, new Uint8Array(1), wrong as never)).toThrow(
        refusal('bad_argument'),
      );
    }
  });

  it('no_randomness: a platform without randomness', () => {
    vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation(() => {
      throw new Error('none');
    });
    expect(() => psi.genKeys()).toThrow(refusal('no_randomness'));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('a tampered reply gives no match and no token, as if the server listed nothing', () => {
  const hashes = ours.reply.length - 3200;
  for (const at of [24, 60, 3000, hashes - 1]) {
    const { matches, tokens } = open(changed(ours.reply, at, (ours.reply[at] ?? 0) ^ 1));
    expect([...matches, ...tokens].every((byte) => byte === 0)).toBe(true);
  }
});

it('the module keeps working after any number of refusals', () => {
  for (let round = 0; round < 200; round += 1) {
    expect(() => psi.readReply(ours.reply.slice(0, round * 100))).toThrow(Error);
  }
  const { matches } = open(ours.reply);
  expect(matches.every((bit) => bit === 1)).toBe(true);
});
