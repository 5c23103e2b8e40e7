import type { DkimResult } from './verdict.ts';
import { bytesOf } from '../header/binary-string.ts';
import { signedHeaderText } from './canonical-header.ts';
import { type BodyJudge, createBodyJudge } from './body-hashes.ts';
import { checkSignature, importKey } from './crypto.ts';
import { MIN_RSA_BITS, readKeyRecord } from './key-record.ts';
import { type JudgedKey, type KeyStanding, type KnownKey, keysAt } from './key-validity.ts';
import { type Signature, readSignature } from './signature.ts';
import { type DkimVerdict, SignatureFault } from './verdict.ts';
import { inOneGo, type Slice } from '../slices.ts';
import { type RawMail, splitMail } from '../header/raw-mail.ts';
import { receiptDate } from '../header/receipt-date.ts';

/**
 * Returns the keys known at `selector._domainkey.domain`; throws when it cannot tell. A key with days is judged by them
 * (`key-validity.ts`); a bare TXT record, as one string, counts at any time.
 */
export type DkimLookup = (name: string) => Promise<readonly (string | KnownKey)[]>;

/** Limit on the signatures checked for one mail (RFC 6376 6.1 allows one). Real mail has up to four. */
export const MAX_SIGNATURES = 10;
/**
 * Limit on the records tried for one signature, valid and newest first. An archive holds every key that a selector ever
 * had: this covers five years of monthly rotation. A failed check takes a tenth of a millisecond.
 */
const MAX_RECORDS = 64;
/**
 * Tolerance for clocks that differ: a signature made later than this after receipt counts as made in the future.
 * Seconds.
 */
const CLOCK_DRIFT_SECONDS = 24 * 60 * 60;

/**
 * Checks every DKIM-Signature of a mail (RFC 6376, 8301, 8463). Never throws on bad mail.
 *
 * @param raw the mail as it was received; CRLF or LF line ends
 * @param lookup where the keys come from; if it throws the result is `temperror`, if it finds none `permerror`
 * @param receivedAt the time of receipt, for judging `t=` and `x=`; by default the topmost `Received`, or now without
 *   one
 * @returns one result for each signature, from top to bottom; empty for an unsigned mail
 */
export function verifyDkim(raw: Uint8Array, lookup: DkimLookup, receivedAt?: Date): Promise<DkimResult[]> {
  return verifySignatures(splitMail(raw), lookup, receivedAt?.getTime() ?? null);
}

interface VerifyOptions {
  wanted?: (domain: string) => boolean;
  wholeBodyOnly?: boolean;
  slice?: Slice;
}

/**
 * {@link verifyDkim} on a mail that is already split, with the cause of each verdict.
 *
 * @param receivedAt milliseconds since the epoch; null when unknown
 * @param options.wanted signing domains that matter; other signatures are listed as not checked
 * @param options.wholeBodyOnly refuses every signature with `l=`, and hashes no body for it
 * @throws what `options.slice`, awaited between signatures and while the body is hashed, rejects with
 */
export async function verifySignatures(
  mail: RawMail,
  lookup: DkimLookup,
  receivedAt: number | null,
  { wanted = () => true, wholeBodyOnly = false, slice = inOneGo }: VerifyOptions = {},
): Promise<DkimVerdict[]> {
  const known = receivedAt !== null && !Number.isNaN(receivedAt) ? receivedAt : receiptDate(mail.fields);
  const time = known ?? Date.now();
  const check: Check = { mail, lookup, time, judgeBody: createBodyJudge(mail, slice), wholeBodyOnly };
  const verdicts: DkimVerdict[] = [];
  let checked = 0;
  for (const field of mail.fields) {
    if (field.name !== 'dkim-signature') continue;
    await slice();
    const { label, signature } = readSignature(field);
    const base = { ...label, keyBits: 0 };
    if (!wanted(label.domain)) {
      verdicts.push(
        refused(base, new SignatureFault('neutral', 'not-checked', 'The signer does not matter here')),
      );
    } else if (signature instanceof SignatureFault) {
      verdicts.push(refused(base, signature));
    } else if (checked === MAX_SIGNATURES || mail.headerCut) {
      verdicts.push(refused(base, new SignatureFault('policy', 'not-checked', 'Too much header to check')));
    } else {
      checked += 1;
      const outcome = await verifyOne(signature, check);
      verdicts.push(
        outcome.refusal
          ? refused({ ...base, keyBits: outcome.keyBits }, outcome.refusal)
          : { ...base, keyBits: outcome.keyBits, status: 'pass', cause: null },
      );
    }
  }
  return verdicts;
}

function refused(
  base: Omit<DkimVerdict, 'status' | 'reason' | 'cause'>,
  refusal: SignatureFault,
): DkimVerdict {
  return { ...base, status: refusal.status, reason: refusal.reason, cause: refusal.cause };
}

interface Outcome {
  keyBits: number;
  refusal: SignatureFault | null;
}

/** What the checks of one mail's signatures share. */
interface Check {
  mail: RawMail;
  lookup: DkimLookup;
  /** When the mail was received, in milliseconds since the epoch. */
  time: number;
  judgeBody: BodyJudge;
  wholeBodyOnly: boolean;
}

async function verifyOne(signature: Signature, check: Check): Promise<Outcome> {
  const { mail, lookup, time, wholeBodyOnly } = check;
  let known: readonly (string | KnownKey)[];
  try {
    known = await lookup(`${signature.selector}._domainkey.${signature.domain}`);
  } catch {
    const reason = 'The key could not be looked up';
    return { keyBits: 0, refusal: new SignatureFault('temperror', 'key-lookup-failed', reason) };
  }
  const keys = judged(known, time).slice(0, MAX_RECORDS);
  if (keys.length === 0) return { keyBits: 0, refusal: NO_KEY };
  // Hashing a large body takes time, so it happens only if a key is known and the hash can change the outcome.
  const limited = wholeBodyOnly && signature.bodyLength !== null;
  const changed = limited ? null : await check.judgeBody(signature);
  if (changed) return { keyBits: 0, refusal: changed };

  const data = bytesOf(
    signedHeaderText(mail.fields, signature.field, signature.signedHeaders, signature.headerMethod),
  );
  // Several records may stand at one name (RFC 6376 3.6.2.2). One that verifies is enough; if none does, the best one's
  // refusal is reported.
  let best: Outcome = { keyBits: 0, refusal: NO_KEY };
  for (const { record, standing } of keys) {
    const outcome = await tryKey(record, signature, data);
    if (!outcome.refusal) {
      const refusal = STANDING_REFUSALS[standing] ?? judgeTime(signature, time) ?? (limited ? LIMITED : null);
      return { ...outcome, refusal };
    }
    if (rank(outcome) >= rank(best)) best = outcome;
  }
  return best;
}

const NO_KEY = new SignatureFault('permerror', 'key-missing', 'There is no key for this signature');
const LIMITED = new SignatureFault(
  'policy',
  'body-limited',
  'The signature leaves a part of the body unsigned',
);

/** Bare records first, in their order. */
function judged(known: readonly (string | KnownKey)[], at: number): JudgedKey[] {
  const bare = known.filter((entry) => typeof entry === 'string');
  const dated = known.filter((entry) => typeof entry !== 'string');
  return [...bare.map((record): JudgedKey => ({ record, standing: 'valid' })), ...keysAt(dated, at)];
}

/** Why a key that fits the signature still does not count. */
const STANDING_REFUSALS: Readonly<Record<KeyStanding, SignatureFault | null>> = {
  valid: null,
  revoked: new SignatureFault('permerror', 'key-revoked', 'The key was revoked'),
  'other-time': new SignatureFault(
    'permerror',
    'key-outdated',
    'The key was not in use when the mail was received',
  ),
};

/** How far a key got: a wrong signature ranks above a key that is too small, and both above no key. */
function rank({ refusal }: Outcome): number {
  return ['key-missing', 'key-unusable', 'key-too-small', 'signature-wrong'].indexOf(refusal?.cause ?? '');
}

/** Judges `x=` and `t=` at the time of receipt, because a mailbox holds old mail. Both are in seconds. */
function judgeTime({ signedAt, expiresAt }: Signature, receivedAt: number): SignatureFault | null {
  const seconds = Math.floor(receivedAt / 1000);
  if (expiresAt !== null && expiresAt < seconds) {
    return new SignatureFault('neutral', 'expired', 'The signature had expired when the mail was received');
  }
  if (signedAt !== null && signedAt > seconds + CLOCK_DRIFT_SECONDS) {
    return new SignatureFault('neutral', 'expired', 'The signature is younger than the mail');
  }
  return null;
}

async function tryKey(record: string, signature: Signature, data: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  const key = readKeyRecord(record);
  if (key instanceof SignatureFault) return { keyBits: 0, refusal: key };
  const refuse = (refusal: SignatureFault): Outcome => ({ keyBits: key.bits, refusal });
  const unusable = (reason: string): Outcome =>
    refuse(new SignatureFault('permerror', 'key-unusable', reason));
  if (key.type !== signature.keyType)
    return unusable(`The key is ${key.type}, the signature ${signature.keyType}`);
  if (key.type === 'rsa' && key.bits < MIN_RSA_BITS) {
    return refuse(
      new SignatureFault(
        'policy',
        'key-too-small',
        `The key has ${key.bits} bits, fewer than ${MIN_RSA_BITS}`,
      ),
    );
  }
  if (key.strictIdentity && signature.identityDomain !== signature.domain) {
    return unusable('The key allows no subdomain in i=');
  }
  const cryptoKey = await importKey(key);
  if (!cryptoKey) return unusable(`This device cannot use the ${key.type} key`);
  if (await checkSignature(cryptoKey, key.type, signature.signature, data))
    return { keyBits: key.bits, refusal: null };
  return refuse(new SignatureFault('fail', 'signature-wrong', 'The signature does not match the headers'));
}
