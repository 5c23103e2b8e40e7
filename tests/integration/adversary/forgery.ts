/**
 * Takes the comparison's messages apart and rebuilds them byte by byte, following the layout in `psi-wasm/SECURITY.md`,
 * to forge what a dishonest party would send.
 */
import { blake3 } from '@noble/hashes/blake3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { CONTEXT } from '../../support/psi/context.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export const HEADER_BYTES = 8;
export const KEY_ID_BYTES = 16;
export const HASH_BYTES = 32;
const TOKEN_BYTES = 16;
const VERSION = 2;

/** Where the residues of a request begin: after the header, the hash of the public keys and a seed. */
export const REQUEST_RESIDUES = HEADER_BYTES + HASH_BYTES + 32;
/** Where the residues of public keys begin: after the header, the key id and a seed. */
export const KEY_RESIDUES = HEADER_BYTES + KEY_ID_BYTES + 32;
/** Ciphertext moduli. Each residue takes 31 bits in a message and must be less than its modulus. */
export const MODULI = [2_147_377_153, 2_147_352_577, 2_147_295_233] as const;
export const RESIDUE_BITS = 31;
/** Residues per modulus in a request. */
export const SUBRING = 1024;

/** A reply's fields: residues modulo the first modulus without their low bits, and a hash for every slot. */
export interface ReplyParts {
  keyId: Bytes;
  nonce: Bytes;
  /** 1,024 values of 16 bits. */
  c0: number[];
  /** 4,096 values of 30 bits. */
  c1: number[];
  hashes: Bytes[];
}

const C0 = { count: 1024, bits: 16 };
const C1 = { count: 4096, bits: 30 };

/** Packs values of fixed width, lowest bit first, without gaps. */
export function pack(values: readonly number[], bits: number): Bytes {
  const bytes = new Uint8Array(Math.ceil((values.length * bits) / 8));
  let waiting = 0n;
  let count = 0;
  let at = 0;
  for (const value of values) {
    waiting |= BigInt(value) << BigInt(count);
    count += bits;
    for (; count >= 8; count -= 8) {
      bytes[at] = Number(waiting & 0xffn);
      at += 1;
      waiting >>= 8n;
    }
  }
  if (count > 0) bytes[at] = Number(waiting);
  return bytes;
}

export function unpack(bytes: Uint8Array, bits: number): number[] {
  const values: number[] = [];
  let waiting = 0n;
  let count = 0;
  for (const byte of bytes) {
    waiting |= BigInt(byte) << BigInt(count);
    count += 8;
    if (count >= bits) {
      values.push(Number(waiting & ((1n << BigInt(bits)) - 1n)));
      waiting >>= BigInt(bits);
      count -= bits;
    }
  }
  return values;
}

/** Returns a function that takes the fields of a message, one after another. */
function reader(bytes: Uint8Array): (length: number) => Bytes {
  let at = HEADER_BYTES;
  return (length) => {
    at += length;
    return Uint8Array.from(bytes.subarray(at - length, at));
  };
}

export function readReply(bytes: Uint8Array, slots: number): ReplyParts {
  const next = reader(bytes);
  return {
    keyId: next(KEY_ID_BYTES),
    nonce: next(HASH_BYTES),
    c0: unpack(next((C0.count * C0.bits) / 8), C0.bits),
    c1: unpack(next((C1.count * C1.bits) / 8), C1.bits),
    hashes: Array.from({ length: slots }, () => next(HASH_BYTES)),
  };
}

export function writeReply({ keyId, nonce, c0, c1, hashes }: ReplyParts): Bytes {
  return concatBytes(
    Uint8Array.of(0x57, 0x53, VERSION, 4, ...littleEndian(hashes.length)),
    keyId,
    nonce,
    pack(c0, C0.bits),
    pack(c1, C1.bits),
    ...hashes,
  );
}

/** The hash of public keys. Its first 16 bytes are the key id. */
export function keyHash(publicKeys: Uint8Array): Bytes {
  return tagged('psi2keys', Uint8Array.of(VERSION), publicKeys.subarray(HEADER_BYTES + KEY_ID_BYTES));
}

/** Public keys under their correct key id. */
export function withOwnKeyId(publicKeys: Uint8Array): Bytes {
  const named = Uint8Array.from(publicKeys);
  named.set(keyHash(publicKeys).subarray(0, KEY_ID_BYTES), HEADER_BYTES);
  return named;
}

/** The request with the hash of these public keys, whoever made it. */
export function renamed(request: Uint8Array, publicKeys: Uint8Array): Bytes {
  const changed = Uint8Array.from(request);
  changed.set(keyHash(publicKeys), HEADER_BYTES);
  return changed;
}

/** Every token in a server's stored state. */
export function tokensOf(state: Uint8Array, slots: number): Bytes[] {
  const next = reader(state);
  next(HASH_BYTES);
  next(slots);
  return Array.from({ length: slots }, () => next(TOKEN_BYTES));
}

/** The reply with the hashes of these tokens, in the session given by its other fields. */
export function rehashed(
  parts: ReplyParts,
  publicKeys: Uint8Array,
  request: Uint8Array,
  tokens: readonly Uint8Array[],
): ReplyParts {
  const session = tagged(
    'psi2sess',
    Uint8Array.of(VERSION),
    CONTEXT,
    parts.keyId,
    keyHash(publicKeys),
    tagged('psi2requ', request),
    parts.nonce,
    littleEndian(tokens.length),
    pack(parts.c0, C0.bits),
    pack(parts.c1, C1.bits),
  );
  const hashes = tokens.map((token, slot) => tagged('psi2slot', session, littleEndian(slot), token));
  return { ...parts, hashes };
}

function littleEndian(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function tagged(tag: string, ...parts: Uint8Array[]): Bytes {
  return Uint8Array.from(blake3(concatBytes(utf8ToBytes(tag), ...parts)));
}
