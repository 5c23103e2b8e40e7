import type { DkimResult } from '../records.ts';
import { bytesOf } from './binary-string.ts';
import { signedHeaderText } from './canonical-header.ts';
import { type BodyHash, hashBody } from './canonical-body.ts';
import { checkSignature, importKey } from './dkim-crypto.ts';
import { MIN_RSA_BITS, readKeyRecord } from './dkim-key.ts';
import { type Signature, readSignature } from './dkim-signature.ts';
import { type DkimVerdict, Refusal } from './dkim-verdict.ts';
import { inOneGo, type Slice } from '../slices.ts';
import { type RawMail, splitMail } from './raw-mail.ts';
import { receiptDate } from './receipt-date.ts';

/** Answers with the TXT records at `selector._domainkey.domain`, each as one string; throws when it cannot. */
export type DkimLookup = (name: string) => Promise<string[]>;

/** Signatures that are checked for one mail (RFC 6376 6.1 lets a verifier stop); real mail has up to four. */
export const MAX_SIGNATURES = 10;
/** Records that are tried for one signature. An archive may hold several keys of a selector. */
const MAX_RECORDS = 16;
/** Clocks differ: a signature counts as made in the future from this many seconds after the receipt. */
const CLOCK_DRIFT_SECONDS = 24 * 60 * 60;

/**
 * Checks every DKIM-Signature of a mail (DESIGN 4; RFC 6376, 8301, 8463), and never throws on bad mail.
 *
 * @param raw the mail as it was received; CRLF or LF line ends
 * @param lookup where the keys come from; a look-up that throws gives `temperror`, an empty one `permerror`
 * @param receivedAt when the mail was received, against which `t=` and `x=` are judged; else the topmost
 *   `Received`, else now
 * @returns one result a signature, from top to bottom; empty for an unsigned mail
 */
export function verifyDkim(raw: Uint8Array, lookup: DkimLookup, receivedAt?: Date): Promise<DkimResult[]> {
  return verifySignatures(splitMail(raw), lookup, receivedAt?.getTime() ?? null);
}

/**
 * {@link verifyDkim} on a mail that was cut already, with the cause of each verdict.
 *
 * @param receivedAt milliseconds since the epoch; null when unknown
 * @param options.wanted signing domains that matter; signatures of others are listed as not checked
 * @throws what `options.slice`, awaited while a body is hashed, rejects with
 */
export async function verifySignatures(
  mail: RawMail,
  lookup: DkimLookup,
  receivedAt: number | null,
  { wanted = () => true, slice = inOneGo }: { wanted?: (domain: string) => boolean; slice?: Slice } = {},
): Promise<DkimVerdict[]> {
  const known = receivedAt !== null && !Number.isNaN(receivedAt) ? receivedAt : receiptDate(mail.fields);
  const seconds = Math.floor((known ?? Date.now()) / 1000);
  const hashes = createBodyHashes(mail, slice);
  const verdicts: DkimVerdict[] = [];
  let checked = 0;
  for (const field of mail.fields) {
    if (field.name !== 'dkim-signature') continue;
    const { label, signature } = readSignature(field);
    const base = { ...label, keyBits: 0 };
    if (!wanted(label.domain)) {
      verdicts.push(refused(base, new Refusal('neutral', 'not-checked', 'The signer does not matter here')));
    } else if (signature instanceof Refusal) {
      verdicts.push(refused(base, signature));
    } else if (checked === MAX_SIGNATURES || mail.headerCut) {
      verdicts.push(refused(base, new Refusal('policy', 'not-checked', 'Too much header to check')));
    } else {
      checked += 1;
      const outcome = await verifyOne(mail, signature, lookup, seconds, hashes);
      verdicts.push(
        outcome.refusal
          ? refused({ ...base, keyBits: outcome.keyBits }, outcome.refusal)
          : { ...base, keyBits: outcome.keyBits, status: 'pass', cause: null },
      );
    }
  }
  return verdicts;
}

function refused(base: Omit<DkimVerdict, 'status' | 'reason' | 'cause'>, refusal: Refusal): DkimVerdict {
  return { ...base, status: refusal.status, reason: refusal.reason, cause: refusal.cause };
}

interface Outcome {
  keyBits: number;
  refusal: Refusal | null;
}

async function verifyOne(
  mail: RawMail,
  signature: Signature,
  lookup: DkimLookup,
  receivedAt: number,
  hashes: BodyHashes,
): Promise<Outcome> {
  const changed = judgeBody(signature, await hashes(signature));
  if (changed) return { keyBits: 0, refusal: changed };

  let records: string[];
  try {
    records = await lookup(`${signature.selector}._domainkey.${signature.domain}`);
  } catch {
    const reason = 'The key could not be looked up';
    return { keyBits: 0, refusal: new Refusal('temperror', 'key-lookup-failed', reason) };
  }
  const data = bytesOf(
    signedHeaderText(mail.fields, signature.field, signature.signedHeaders, signature.headerMethod),
  );
  // Several records may stand at one name (RFC 6376 3.6.2.2): one that verifies is enough, else the
  // complaint about the best of them is told.
  let best: Outcome = {
    keyBits: 0,
    refusal: new Refusal('permerror', 'key-missing', 'There is no key for this signature'),
  };
  for (const record of records.slice(0, MAX_RECORDS)) {
    const outcome = await tryKey(record, signature, data);
    if (!outcome.refusal) return { ...outcome, refusal: judgeTime(signature, receivedAt) };
    if (rank(outcome) >= rank(best)) best = outcome;
  }
  return best;
}

/** How far a key got: a wrong signature says more than a key that was too small, that more than none. */
function rank({ refusal }: Outcome): number {
  return ['key-missing', 'key-unusable', 'key-too-small', 'signature-wrong'].indexOf(refusal?.cause ?? '');
}

/** `x=` and `t=` at the time of receipt: a mailbox is old mail (DESIGN 4). Seconds. */
function judgeTime({ signedAt, expiresAt }: Signature, receivedAt: number): Refusal | null {
  if (expiresAt !== null && expiresAt < receivedAt) {
    return new Refusal('neutral', 'expired', 'The signature had expired when the mail was received');
  }
  if (signedAt !== null && signedAt > receivedAt + CLOCK_DRIFT_SECONDS) {
    return new Refusal('neutral', 'expired', 'The signature is younger than the mail');
  }
  return null;
}

type BodyHashes = (signature: Signature) => Promise<BodyHash>;

/** The hashes of a mail's body, each made once for all signatures that want it. */
function createBodyHashes(mail: RawMail, slice: Slice): BodyHashes {
  const known = new Map<string, BodyHash>();
  return async ({ bodyLength, bodyMethod }) => {
    const limit = bodyLength ?? Infinity;
    const id = `${bodyMethod}:${limit}`;
    const hash = known.get(id) ?? (await hashBody(mail.body, bodyMethod, limit, slice));
    known.set(id, hash);
    return hash;
  };
}

function judgeBody(signature: Signature, body: BodyHash): Refusal | null {
  if (signature.bodyLength !== null && signature.bodyLength > body.length) {
    return new Refusal('permerror', 'malformed', 'l= is larger than the body');
  }
  const equal =
    body.hash.length === signature.bodyHash.length &&
    body.hash.every((byte, at) => byte === signature.bodyHash[at]);
  return equal ? null : new Refusal('fail', 'body-changed', 'The body was changed after it was signed');
}

async function tryKey(record: string, signature: Signature, data: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  const key = readKeyRecord(record);
  if (key instanceof Refusal) return { keyBits: 0, refusal: key };
  const refuse = (refusal: Refusal): Outcome => ({ keyBits: key.bits, refusal });
  const unusable = (reason: string): Outcome => refuse(new Refusal('permerror', 'key-unusable', reason));
  if (key.type !== signature.keyType)
    return unusable(`The key is ${key.type}, the signature ${signature.keyType}`);
  if (key.type === 'rsa' && key.bits < MIN_RSA_BITS) {
    return refuse(
      new Refusal('policy', 'key-too-small', `The key has ${key.bits} bits, fewer than ${MIN_RSA_BITS}`),
    );
  }
  if (key.strictIdentity && signature.identityDomain !== signature.domain) {
    return unusable('The key allows no subdomain in i=');
  }
  const cryptoKey = await importKey(key);
  if (!cryptoKey) return unusable(`This device cannot use the ${key.type} key`);
  if (await checkSignature(cryptoKey, key.type, signature.signature, data))
    return { keyBits: key.bits, refusal: null };
  return refuse(new Refusal('fail', 'signature-wrong', 'The signature does not match the headers'));
}
