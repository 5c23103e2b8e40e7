/** Turns a mail into evidence, whether it was fetched raw or as decoded text. */
import { type Catalog, type CatalogEvent, signersOf } from '../../catalog/index.ts';
import { addressesOf } from '../../mail/header/address-list.ts';
import { foldAddress } from '../../mail/header/fold-address.ts';
import { type HeaderField, rawValue, type RawMail, splitMail } from '../../mail/header/raw-mail.ts';
import { parseDate, timeOfReceipt } from '../../mail/header/receipt-date.ts';
import type { DkimLookup } from '../../mail/dkim/key-trials.ts';
import { verifySignatures } from '../../mail/dkim/verify.ts';
import type { DkimVerdict } from '../../mail/dkim/verdict.ts';
import { readMail } from '../../mail/mime/parse-mail.ts';
import { inOneGo, inSlices, type Slice } from '../../mail/slices.ts';
import type { Evidence, FullRecord, HeaderRecord, UnreadableReason } from '../records.ts';
import type { Classifier } from './attest.ts';
import { type QuotingMail, ownWordsSteps } from './own-words.ts';
import { judgeTier } from './tier.ts';

/** Raised when the rules change, so that mail read before is read again. */
export const EVIDENCE_RULES = 3;

/** A mail as it was sent. */
export interface SentMail {
  /** The provider's id, or the hash of the raw mail. */
  messageId: string;
  raw: Uint8Array;
  /** The same mail, split, if its source has split it. */
  cut?: RawMail;
  /** When the provider received the mail, in milliseconds since the epoch; null when unknown. */
  internalDate: number | null;
}

/** The context for reading mails. */
export interface Reading {
  catalog: Catalog;
  classifier: Classifier;
  lookup: DkimLookup;
  /** Awaited between the steps. */
  slice?: Slice;
}

export interface MailEvidence {
  header: HeaderRecord;
  /** One entry for each event that the mail attests; empty for most mail. */
  evidence: Evidence[];
  /** Why the text could not be read; null when it was. */
  unreadable: UnreadableReason | null;
}

/** What is known about a decoded mail, however it was fetched. */
interface DecodedMail {
  header: HeaderRecord;
  words: QuotingMail;
  addressedTo: string[];
  /** The address in `From`, in lower case; null when there is none or more than one, and for unsigned mail. */
  sender: string | null;
  /** Milliseconds since the epoch; null when the mail has no readable date. */
  date: number | null;
  unreadable: UnreadableReason | null;
  /** The mail for checking signatures, and its time of receipt; null when it is known to be unsigned. */
  signed: { cut: RawMail; receivedAt: number | null } | null;
}

/**
 * Reads one mail into evidence. Signatures are checked only if the mail attests something, and only those whose domain
 * counts. Never throws on bad mail.
 *
 * @param mail as it was sent, or the decoded text of a mail that is known to be unsigned
 * @throws what `slice` rejects with
 */
export async function mailToEvidence(
  mail: SentMail | FullRecord,
  { catalog, classifier, lookup, slice = inOneGo }: Reading,
): Promise<MailEvidence> {
  const decoded = 'raw' in mail ? await decodedMail(mail, slice) : decodedRecord(mail);
  const { header, signed, unreadable } = decoded;
  await slice();
  const words = await inSlices(ownWordsSteps(decoded.words), slice);
  const attested = new Set(await inSlices(classifier.attesting(words), slice));
  const events = catalog.events.filter(({ key }) => attested.has(key));
  if (events.length === 0) return { header, evidence: [], unreadable };

  await slice();
  const verdicts =
    signed === null ? [] : await verdictsOn(signed, signersFor(events, decoded.sender), lookup, slice);
  const bySubject = new Set(classifier.attest({ subject: words.subject, body: '', parts: [] }));
  const evidence = events.map((event) => evidenceFor(event, decoded, bySubject, verdicts));
  return { header, evidence, unreadable };
}

async function decodedMail(
  { messageId, raw, cut = splitMail(raw), internalDate }: SentMail,
  slice: Slice,
): Promise<DecodedMail> {
  const mail = await readMail(cut, slice);
  const { subject, from, to, date, dkim, text: body, parts, unreadable } = mail;
  return {
    header: { messageId, subject, from, to, date, dkim },
    words: { subject, body, parts, answers: isAnswer(cut.fields) },
    addressedTo: mail.addressedTo,
    sender: soleSender(cut.fields),
    date: internalDate ?? mail.receivedAt ?? parseDate(date),
    unreadable,
    signed: { cut, receivedAt: timeOfReceipt(mail.receivedAt, internalDate) },
  };
}

function decodedRecord({ header, body, parts, unreadable }: FullRecord): DecodedMail {
  return {
    header,
    words: { subject: header.subject, body, parts },
    addressedTo: [...new Set(addressesOf(header.to).map(foldAddress))],
    sender: null,
    date: parseDate(header.date),
    unreadable,
    signed: null,
  };
}

/** RFC 5322 3.6.4, RFC 3834 5. */
function isAnswer(fields: readonly HeaderField[]): boolean {
  return fields.some(
    (field) =>
      field.name === 'in-reply-to' ||
      (field.name === 'auto-submitted' && /^\s*auto-replied\b/i.test(rawValue(field))),
  );
}

/** Reads the field as written: after decoding, or within two pairs of brackets, a name could pass for an address. */
function soleSender(fields: readonly HeaderField[]): string | null {
  const written = fields.filter(({ name }) => name === 'from').map(rawValue);
  const [address, ...others] = written.flatMap(addressesOf);
  const brackets = written.join('').split('<').length - 1;
  return address === undefined || others.length > 0 || brackets > 1 ? null : address.toLowerCase();
}

/** The domains whose signature counts for one of the events. */
function signersFor(events: readonly CatalogEvent[], from: string | null): Set<string> {
  return new Set(events.flatMap((event) => [...signersOf(event, from)]));
}

function verdictsOn(
  { cut, receivedAt }: NonNullable<DecodedMail['signed']>,
  signers: ReadonlySet<string>,
  lookup: DkimLookup,
  slice: Slice,
): Promise<DkimVerdict[]> {
  const wanted = (domain: string): boolean => signers.has(domain);
  return verifySignatures(cut, lookup, receivedAt, { wanted, wholeBodyOnly: true, slice });
}

function evidenceFor(
  event: CatalogEvent,
  { header, addressedTo, sender, date, signed }: DecodedMail,
  bySubject: ReadonlySet<string>,
  verdicts: readonly DkimVerdict[],
): Evidence {
  const { messageId, subject, from } = header;
  const cut = signed?.cut ?? null;
  const tier = judgeTier(event, { cut, from: sender, subjectAttests: bySubject.has(event.key) }, verdicts);
  return { messageId, event: event.key, ...tier, subject, from, date, addressedTo };
}
