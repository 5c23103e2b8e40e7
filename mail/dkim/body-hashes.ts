import type { RawMail } from '../header/raw-mail.ts';
import type { Slice } from '../slices.ts';
import { type BodyHash, hashBody } from './canonical-body.ts';
import type { Signature } from './signature.ts';
import { Refusal } from './verdict.ts';

/**
 * Hashes that are made of one mail's body. Each canonicalization has one, which is all that real mail needs; every
 * other length in an `l=` takes one more, and a mail may name as many as it has signatures.
 */
export const MAX_BODY_HASHES = 4;

/** Judges whether the body is the one that a signature signs; null when it is. */
export type BodyJudge = (signature: Signature) => Promise<Refusal | null>;

/**
 * Judges the body of one mail; each hash is made once for all signatures that want it.
 *
 * @throws (the judge) what `slice`, awaited while the body is hashed, rejects with
 */
export function createBodyJudge(mail: RawMail, slice: Slice): BodyJudge {
  const hashes = new Map<string, BodyHash>();
  return async (signature) => {
    const { bodyLength, bodyMethod } = signature;
    const limit = bodyLength ?? Infinity;
    const id = `${bodyMethod}:${limit}`;
    let hash = hashes.get(id);
    if (!hash) {
      if (hashes.size === MAX_BODY_HASHES) {
        return new Refusal('policy', 'not-checked', 'Too many parts of the body to check');
      }
      hash = await hashBody(mail.body, bodyMethod, limit, slice);
      hashes.set(id, hash);
    }
    return compared(signature, hash);
  };
}

function compared({ bodyLength, bodyHash }: Signature, body: BodyHash): Refusal | null {
  if (bodyLength !== null && bodyLength > body.length) {
    return new Refusal('permerror', 'malformed', 'l= is larger than the body');
  }
  const equal = body.hash.length === bodyHash.length && body.hash.every((byte, at) => byte === bodyHash[at]);
  return equal ? null : new Refusal('fail', 'body-changed', 'The body was changed after it was signed');
}
