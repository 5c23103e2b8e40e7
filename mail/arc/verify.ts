import { bytesOf } from '../header/binary-string.ts';
import { type RawMail, splitMail } from '../header/raw-mail.ts';
import { inOneGo, type Slice } from '../slices.ts';
import { type BodyJudge, createBodyJudge } from '../dkim/body-hashes.ts';
import { canonicalField, signedHeaderText, withoutSignature } from '../dkim/canonical-header.ts';
import { type DkimLookup, type KeyedSignature, keysFor, tryKeys } from '../dkim/key-trials.ts';
import { readSignature, type Signature } from '../dkim/signature.ts';
import { SignatureFault } from '../dkim/verdict.ts';
import { type ArcSet, type Chain, readChain, type TopSet } from './chain.ts';
import { readSeal } from './seal.ts';
import { ArcFault, type ArcResult, type ArcVerdict, type NewestVerdict } from './verdict.ts';

/**
 * Checks a mail's ARC chain (RFC 8617 5.2): every seal, and the newest message signature. Never throws on bad mail.
 *
 * @param raw the mail as it was received; CRLF or LF line ends
 * @param lookup where the sealers' keys come from; if it throws the result is `temperror`, if it finds none `permerror`.
 *   Keys with days are judged at the seal's `t=`
 * @returns the verdict on the whole chain, and on its newest set alone
 */
export async function verifyArc(raw: Uint8Array, lookup: DkimLookup): Promise<ArcResult> {
  const { newest, ...chain } = await verifySeals(splitMail(raw), lookup);
  if (newest === null) return { ...chain, newest };
  const { messageSignature: _, sealedAt: __, ...set } = newest;
  return { ...chain, newest: set };
}

interface SealOptions {
  newestOnly?: boolean;
  slice?: Slice;
  judgeBody?: BodyJudge;
}

/**
 * {@link verifyArc} on a mail that is already split, with what a judgement rests on.
 *
 * @param options.newestOnly checks no seal but the newest; `status` is then that of the newest set
 * @param options.judgeBody the check of this mail's body, where something else needs it, too
 * @throws what `options.slice`, awaited between seals and while the body is hashed, rejects with
 */
export async function verifySeals(
  mail: RawMail,
  lookup: DkimLookup,
  { newestOnly = false, slice = inOneGo, judgeBody = createBodyJudge(mail, slice) }: SealOptions = {},
): Promise<ArcVerdict> {
  const chain = readChain(mail.fields);
  if (chain === null) return { status: 'none', newest: null };
  const { top, sets } = chain;
  if (top === null) return { ...told(sets instanceof ArcFault ? sets : null), newest: null };
  const checked = await checkNewest({ ...chain, top }, mail, { lookup, slice, judgeBody });
  const newest = verdictOn(top, checked);
  if (checked instanceof ArcFault || sets instanceof ArcFault || newestOnly) {
    return { ...told(checked instanceof ArcFault ? checked : null), newest };
  }
  const broken = await checkOlder(sets, { lookup, slice });
  return { ...told(broken), newest };
}

/** What the checks of one mail's sets share. */
interface Check {
  lookup: DkimLookup;
  slice: Slice;
}

/** The newest set's message signature, or why the set does not pass. */
async function checkNewest(
  { top, sets }: Chain & { top: TopSet },
  mail: RawMail,
  check: Check & { judgeBody: BodyJudge },
): Promise<Signature | ArcFault> {
  if (mail.headerCut) return new ArcFault('permerror', 'Too much header to check');
  if (sets instanceof ArcFault) return sets;
  const { seal } = top;
  const set = sets.at(-1);
  if (seal === null || set === undefined) return new ArcFault('fail', 'The newest ARC set has no seal');
  if (seal instanceof ArcFault) return seal;
  const signature = readMessageSignature(set);
  if (signature instanceof ArcFault) return signature;
  const time = timeOf(seal.sealedAt);
  await check.slice();
  const { fields } = mail;
  const { field, signedHeaders, headerMethod } = signature;
  const wrong =
    (await triedOn(signature, () => signedHeaderText(fields, field, signedHeaders, headerMethod), {
      ...check,
      time,
    })) ?? (await triedOn(seal, () => sealedText(canonicalSets(sets), sets.length - 1), { ...check, time }));
  if (wrong) return wrong;
  const changed = await check.judgeBody(signature);
  return changed ? faultOf(changed) : signature;
}

/** Null when all seals below the newest verify. The newest of them first, as in RFC 8617 5.2, step 6. */
async function checkOlder(sets: readonly ArcSet[], check: Check): Promise<ArcFault | null> {
  const texts = canonicalSets(sets);
  for (const [at, set] of [...sets.entries()].toReversed().slice(1)) {
    await check.slice();
    const { seal } = readSeal(set.seal);
    if (seal instanceof ArcFault) return inSet(set, seal);
    const time = timeOf(seal.sealedAt);
    const wrong = await triedOn(seal, () => sealedText(texts, at), { ...check, time });
    if (wrong) return inSet(set, wrong);
  }
  return null;
}

function inSet({ instance }: ArcSet, { status, reason }: ArcFault): ArcFault {
  return new ArcFault(status, `ARC set ${instance}: ${reason}`);
}

/** The moment at which a key must have been valid, in milliseconds since the epoch. */
function timeOf(sealedAt: number | null): number {
  return sealedAt === null ? Date.now() : sealedAt * 1000;
}

/**
 * Tries the known keys. The text is only made if there are any.
 *
 * @returns null when one verifies
 */
async function triedOn(
  signature: KeyedSignature,
  text: () => string,
  { lookup, time }: Check & { time: number },
): Promise<ArcFault | null> {
  const keys = await keysFor(signature, lookup, time);
  if (keys instanceof SignatureFault) return faultOf(keys);
  const { refusal } = await tryKeys(keys, signature, bytesOf(text()));
  return refusal && faultOf(refusal);
}

/** A message signature must not cover ARC headers (RFC 8617 4.1.2). */
function readMessageSignature(set: ArcSet): Signature | ArcFault {
  const { signature } = readSignature(set.messageSignature, 'arc');
  if (signature instanceof SignatureFault) return faultOf(signature);
  return signature.signedHeaders.some((name) => name.startsWith('arc-'))
    ? new ArcFault('fail', 'The message signature covers ARC headers')
    : signature;
}

/** A set's text (RFC 8617 5.1.1), each line with its line end: when another set is above it, and when none is. */
interface CanonicalSet {
  whole: string;
  /** With an empty `b=` of its seal, and no line end. */
  newest: string;
}

function canonicalSets(sets: readonly ArcSet[]): CanonicalSet[] {
  return sets.map(({ seal, messageSignature, results }) => {
    const lines = [results.line, messageSignature.line].map((line) => canonicalField(line, 'relaxed'));
    const text = (own: string): string => [...lines, canonicalField(own, 'relaxed')].join('\r\n');
    return { whole: `${text(seal.line)}\r\n`, newest: text(withoutSignature(seal.line)) };
  });
}

/** The text that a seal covers (RFC 8617 5.1.1): all sets up to its own, in their order. */
function sealedText(sets: readonly CanonicalSet[], at: number): string {
  const below = sets.slice(0, at).map(({ whole }) => whole);
  return `${below.join('')}${sets[at]?.newest ?? ''}`;
}

/** Statuses that RFC 8617 does not know become `permerror`. */
function faultOf({ status, reason }: SignatureFault): ArcFault {
  return new ArcFault(status === 'fail' || status === 'temperror' ? status : 'permerror', reason);
}

function told(fault: ArcFault | null): Pick<ArcVerdict, 'status' | 'reason'> {
  return fault ? { status: fault.status, reason: fault.reason } : { status: 'pass' };
}

function verdictOn({ instance, label, seal, results }: TopSet, checked: Signature | ArcFault): NewestVerdict {
  const failed = checked instanceof ArcFault;
  return {
    instance,
    sealer: label.domain,
    cv: label.cv,
    ...results,
    ...(failed ? { status: checked.status, reason: checked.reason } : { status: 'pass' }),
    messageSignature: failed ? null : checked,
    sealedAt: seal === null || seal instanceof ArcFault ? null : seal.sealedAt,
  };
}
