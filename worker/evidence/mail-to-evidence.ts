/** The way from a mail to its evidence, whether it was fetched raw or as decoded text. */
import type { Catalog, CatalogEvent, EventKey } from '../../catalog/index.ts';
import { addressesOf } from '../../mail/header/address-list.ts';
import { foldAddress } from '../../mail/header/fold-address.ts';
import { type HeaderField, rawValue, type RawMail, splitMail } from '../../mail/header/raw-mail.ts';
import { parseDate, timeOfReceipt } from '../../mail/header/receipt-date.ts';
import { type DkimLookup, verifySignatures } from '../../mail/dkim/verify.ts';
import type { DkimVerdict } from '../../mail/dkim/verdict.ts';
import { readMail } from '../../mail/mime/parse-mail.ts';
import { inOneGo, inSlices, type Slice } from '../../mail/slices.ts';
import type { Evidence, FullRecord, HeaderRecord, UnreadableReason } from '../records.ts';
import type { Classifier } from './attest.ts';
import { type QuotingMail, ownWordsSteps } from './own-words.ts';
import { judgeTier } from './tier.ts';

/** Raised when a mail may be judged in another way than before: what was read then is read again. */
export const EVIDENCE_RULES = 3;

/** A mail as it was sent. */
export interface SentMail {
  /** The provider's id, or the hash of the raw mail. */
  messageId: string;
  raw: Uint8Array;
  /** When the provider received the mail, in milliseconds since the epoch; null when unknown. */
  internalDate: number | null;
}

/** What mails are read for. */
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

/** What is known of a mail once it was decoded, in either form. */
interface DecodedMail {
  header: HeaderRecord;
  words: QuotingMail;
  addressedTo: string[];
  /** Milliseconds since the epoch; null when the mail has no readable date. */
  date: number | null;
  unreadable: UnreadableReason | null;
  /** The mail to check signatures on, and when it was received; null where it is known to carry none. */
  signed: { cut: RawMail; receivedAt: number | null } | null;
}

/**
 * Reads one mail into evidence (DESIGN 4). Signatures are checked only where the mail attests something, and only
 * those whose domain may sign for it. Never throws on bad mail.
 *
 * @param mail as it was sent, or the decoded text of a mail that is known to carry no signature
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
  const verdicts = signed === null ? [] : await verdictsOn(signed, events, lookup, slice);
  const bySubject = new Set(classifier.attest({ subject: words.subject, body: '', parts: [] }));
  const evidence = events.map((event) => evidenceFor(event, decoded, bySubject, verdicts));
  return { header, evidence, unreadable };
}

async function decodedMail({ messageId, raw, internalDate }: SentMail, slice: Slice): Promise<DecodedMail> {
  const cut = splitMail(raw);
  const mail = await readMail(cut, slice);
  const { subject, from, to, date, dkim, text: body, parts, unreadable } = mail;
  return {
    header: { messageId, subject, from, to, date, dkim },
    words: { subject, body, parts, answers: isAnswer(cut.fields) },
    addressedTo: mail.addressedTo,
    date: internalDate ?? mail.receivedAt ?? parseDate(date),
    unreadable,
    signed: { cut, receivedAt: timeOfReceipt(cut.fields, internalDate) },
  };
}

function decodedRecord({ header, body, parts, unreadable }: FullRecord): DecodedMail {
  return {
    header,
    words: { subject: header.subject, body, parts },
    addressedTo: [...new Set(addressesOf(header.to).map(foldAddress))],
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

function verdictsOn(
  { cut, receivedAt }: NonNullable<DecodedMail['signed']>,
  events: readonly CatalogEvent[],
  lookup: DkimLookup,
  slice: Slice,
): Promise<DkimVerdict[]> {
  const signers = new Set(events.flatMap((event) => event.signers));
  const wanted = (domain: string): boolean => signers.has(domain);
  return verifySignatures(cut, lookup, receivedAt, { wanted, wholeBodyOnly: true, slice });
}

function evidenceFor(
  event: CatalogEvent,
  { header, addressedTo, date, signed }: DecodedMail,
  bySubject: ReadonlySet<EventKey>,
  verdicts: readonly DkimVerdict[],
): Evidence {
  const { messageId, subject, from } = header;
  const cut = signed?.cut ?? null;
  const tier = judgeTier(event, { cut, subjectAttests: bySubject.has(event.key) }, verdicts);
  return { messageId, event: event.key, ...tier, subject, from, date, addressedTo };
}
