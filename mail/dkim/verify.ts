import { bytesOf } from '../header/binary-string.ts';
import { type RawMail, splitMail } from '../header/raw-mail.ts';
import { receiptDate } from '../header/receipt-date.ts';
import { inOneGo, type Slice } from '../slices.ts';
import { type BodyJudge, createBodyJudge } from './body-hashes.ts';
import { signedHeaderText } from './canonical-header.ts';
import { type DkimLookup, keysFor, type Trial, tryKeys } from './key-trials.ts';
import { type Signature, readSignature } from './signature.ts';
import { type DkimResult, type DkimVerdict, SignatureFault } from './verdict.ts';

/** Limit on the signatures checked for one mail (RFC 6376 6.1 allows one). Real mail has up to four. */
export const MAX_SIGNATURES = 10;
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
  judgeBody?: BodyJudge;
}

/**
 * {@link verifyDkim} on a mail that is already split, with the cause of each verdict.
 *
 * @param receivedAt milliseconds since the epoch; null when unknown
 * @param options.wanted signing domains that matter; other signatures are listed as not checked
 * @param options.wholeBodyOnly refuses every signature with `l=`, and hashes no body for it
 * @param options.judgeBody the check of this mail's body, where something else needs it, too
 * @throws what `options.slice`, awaited between signatures and while the body is hashed, rejects with
 */
export async function verifySignatures(
  mail: RawMail,
  lookup: DkimLookup,
  receivedAt: number | null,
  {
    wanted = () => true,
    wholeBodyOnly = false,
    slice = inOneGo,
    judgeBody = createBodyJudge(mail, slice),
  }: VerifyOptions = {},
): Promise<DkimVerdict[]> {
  const known = receivedAt !== null && !Number.isNaN(receivedAt) ? receivedAt : receiptDate(mail.fields);
  const time = known ?? Date.now();
  const check: Check = { mail, lookup, time, judgeBody, wholeBodyOnly };
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

/** What the checks of one mail's signatures share. */
interface Check {
  mail: RawMail;
  lookup: DkimLookup;
  /** When the mail was received, in milliseconds since the epoch. */
  time: number;
  judgeBody: BodyJudge;
  wholeBodyOnly: boolean;
}

async function verifyOne(signature: Signature, check: Check): Promise<Trial> {
  const { mail, lookup, time, wholeBodyOnly } = check;
  const keys = await keysFor(signature, lookup, time);
  if (keys instanceof SignatureFault) return { keyBits: 0, refusal: keys };
  // Hashing a large body takes time, so it happens only if a key is known and the hash can change the outcome.
  const limited = wholeBodyOnly && signature.bodyLength !== null;
  const changed = limited ? null : await check.judgeBody(signature);
  if (changed) return { keyBits: 0, refusal: changed };

  const { field, signedHeaders, headerMethod } = signature;
  const data = bytesOf(signedHeaderText(mail.fields, field, signedHeaders, headerMethod));
  const trial = await tryKeys(keys, signature, data);
  return { ...trial, refusal: trial.refusal ?? judgeTime(signature, time) ?? (limited ? LIMITED : null) };
}

const LIMITED = new SignatureFault(
  'policy',
  'body-limited',
  'The signature leaves a part of the body unsigned',
);

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
