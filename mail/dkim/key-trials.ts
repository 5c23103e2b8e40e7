import { checkSignature, importKey } from './crypto.ts';
import { MIN_RSA_BITS, readKeyRecord } from './key-record.ts';
import { type JudgedKey, type KeyStanding, type KnownKey, keysAt } from './key-validity.ts';
import type { Signature } from './signature.ts';
import { SignatureFault } from './verdict.ts';

/**
 * Returns the keys known at `selector._domainkey.domain`; throws when it cannot tell. A key with days is judged by them
 * (`key-validity.ts`); a bare TXT record, as one string, counts at any time.
 */
export type DkimLookup = (name: string) => Promise<readonly (string | KnownKey)[]>;

/** What a key is tried on. */
export type KeyedSignature = Pick<
  Signature,
  'domain' | 'selector' | 'keyType' | 'signature' | 'identityDomain'
>;

/** How the best of the tried keys did. */
export interface Trial {
  /** 0 when no key was read. */
  keyBits: number;
  /** Null when the key verifies the signature and was valid at the time. */
  refusal: SignatureFault | null;
}

/**
 * Limit on the records tried for one signature, valid and newest first. An archive holds every key that a selector ever
 * had: this covers five years of monthly rotation. A failed check takes a tenth of a millisecond.
 */
const MAX_RECORDS = 64;

/**
 * The keys to try for a signature, best first.
 *
 * @param time the moment at which a key must have been valid, in milliseconds since the epoch
 * @returns at least one key, or why there is none
 */
export async function keysFor(
  { selector, domain }: Pick<Signature, 'selector' | 'domain'>,
  lookup: DkimLookup,
  time: number,
): Promise<readonly JudgedKey[] | SignatureFault> {
  let known: readonly (string | KnownKey)[];
  try {
    known = await lookup(`${selector}._domainkey.${domain}`);
  } catch {
    return new SignatureFault('temperror', 'key-lookup-failed', 'The key could not be looked up');
  }
  const keys = judged(known, time).slice(0, MAX_RECORDS);
  return keys.length === 0 ? NO_KEY : keys;
}

/**
 * Tries the keys on the signed data. Several records may stand at one name (RFC 6376 3.6.2.2). One that verifies is
 * enough; if none does, the best one's refusal is reported.
 */
export async function tryKeys(
  keys: readonly JudgedKey[],
  signature: KeyedSignature,
  data: Uint8Array<ArrayBuffer>,
): Promise<Trial> {
  let best: Trial = { keyBits: 0, refusal: NO_KEY };
  for (const { record, standing } of keys) {
    const trial = await tryKey(record, signature, data);
    if (!trial.refusal) return { ...trial, refusal: STANDING_REFUSALS[standing] };
    if (rank(trial) >= rank(best)) best = trial;
  }
  return best;
}

const NO_KEY = new SignatureFault('permerror', 'key-missing', 'There is no key for this signature');

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
function rank({ refusal }: Trial): number {
  return ['key-missing', 'key-unusable', 'key-too-small', 'signature-wrong'].indexOf(refusal?.cause ?? '');
}

async function tryKey(
  record: string,
  signature: KeyedSignature,
  data: Uint8Array<ArrayBuffer>,
): Promise<Trial> {
  const key = readKeyRecord(record);
  if (key instanceof SignatureFault) return { keyBits: 0, refusal: key };
  const refuse = (refusal: SignatureFault): Trial => ({ keyBits: key.bits, refusal });
  const unusable = (reason: string): Trial => refuse(new SignatureFault('permerror', 'key-unusable', reason));
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
