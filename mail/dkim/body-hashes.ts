import type { RawMail } from '../header/raw-mail.ts';
import type { Slice } from '../slices.ts';
import { type BodyHash, hashBody } from './canonical-body.ts';
import type { Signature } from './signature.ts';
import { SignatureFault } from './verdict.ts';

/**
 * Limit on the hashes computed over one mail's body. Real mail needs one for each canonicalization. Every further
 * length in an `l=` would need another, and a mail may name as many lengths as it has signatures.
 */
export const MAX_BODY_HASHES = 4;

/** Checks the body against one signature; null when it is what was signed. */
export type BodyJudge = (signature: Signature) => Promise<SignatureFault | null>;

/**
 * Makes the check for the body of one mail. Each hash is computed once, for all signatures that need it.
 *
 * @throws (the check) what `slice`, awaited while the body is hashed, rejects with
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
        return new SignatureFault('policy', 'not-checked', 'Too many parts of the body to check');
      }
      hash = await hashBody(mail.body, bodyMethod, limit, slice);
      hashes.set(id, hash);
    }
    return compared(signature, hash);
  };
}

function compared({ bodyLength, bodyHash }: Signature, body: BodyHash): SignatureFault | null {
  if (bodyLength !== null && bodyLength > body.length) {
    return new SignatureFault('permerror', 'malformed', 'l= is larger than the body');
  }
  const equal = body.hash.length === bodyHash.length && body.hash.every((byte, at) => byte === bodyHash[at]);
  return equal
    ? null
    : new SignatureFault('fail', 'body-changed', 'The body was changed after it was signed');
}
