import type { Catalog, CatalogEvent, EventKey } from '../../catalog/index.ts';
import type { Evidence, HeaderRecord, UnreadableReason } from '../records.ts';
import type { Classifier } from './attest.ts';
import { ownWordsSteps } from './own-words.ts';
import { type DkimLookup, verifySignatures } from '../../mail/dkim/verify.ts';
import type { DkimVerdict } from '../../mail/dkim/verdict.ts';
import { type ParsedMail, readMail } from '../../mail/mime/parse-mail.ts';
import { type HeaderField, rawValue, splitMail } from '../../mail/header/raw-mail.ts';
import { parseDate, timeOfReceipt } from '../../mail/header/receipt-date.ts';
import { inOneGo, inSlices, type Slice } from '../../mail/slices.ts';
import { judgeTier } from './tier.ts';

/** Raised when a mail may be judged in another way than before: what was read then is read again. */
export const EVIDENCE_RULES = 2;

export interface ClassifyInput {
  /** The provider's id, or the hash of the raw mail. */
  messageId: string;
  raw: Uint8Array;
  /** When the provider received the mail, in milliseconds since the epoch; null when unknown. */
  internalDate: number | null;
  catalog: Catalog;
  classifier: Classifier;
  lookup: DkimLookup;
  /** Awaited between the steps. */
  slice?: Slice;
}

export interface ClassifiedMail {
  header: HeaderRecord;
  /** One entry for each event that the mail attests; empty for most mail. */
  evidence: Evidence[];
  /** Why the text could not be read; null when it was. */
  unreadable: UnreadableReason | null;
}

/**
 * Reads one mail into evidence (DESIGN 4). Signatures are checked only where the mail attests something, and
 * only those whose domain may sign for it. Never throws on bad mail.
 *
 * @throws what `slice` rejects with
 */
export async function classifyMail(input: ClassifyInput): Promise<ClassifiedMail> {
  const { messageId, raw, internalDate, catalog, classifier, lookup, slice = inOneGo } = input;
  const cut = splitMail(raw);
  const mail = await readMail(cut, slice);
  const { subject, from, to, date, dkim, unreadable } = mail;
  const header: HeaderRecord = { messageId, subject, from, to, date, dkim };
  await slice();
  const { text: body, parts } = mail;
  const words = await inSlices(ownWordsSteps({ subject, body, parts, answers: isAnswer(cut.fields) }), slice);
  const attested = new Set(await inSlices(classifier.attesting(words), slice));
  const events = catalog.events.filter(({ key }) => attested.has(key));
  if (events.length === 0) return { header, evidence: [], unreadable };

  const signers = new Set(events.flatMap((event) => event.signers));
  await slice();
  const wanted = (domain: string): boolean => signers.has(domain);
  const receivedAt = timeOfReceipt(cut.fields, internalDate);
  const verdicts = await verifySignatures(cut, lookup, receivedAt, { wanted, slice });
  const bySubject = new Set(classifier.attest({ subject: words.subject, body: '', parts: [] }));
  const evidence = events.map((event) =>
    evidenceFor(event, input, mail, { fields: cut.fields, bySubject, verdicts }),
  );
  return { header, evidence, unreadable };
}

/** RFC 5322 3.6.4, RFC 3834 5. */
function isAnswer(fields: readonly HeaderField[]): boolean {
  return fields.some(
    (field) =>
      field.name === 'in-reply-to' ||
      (field.name === 'auto-submitted' && /^\s*auto-replied\b/i.test(rawValue(field))),
  );
}

function evidenceFor(
  event: CatalogEvent,
  { messageId, internalDate }: ClassifyInput,
  mail: ParsedMail,
  signed: {
    fields: readonly HeaderField[];
    bySubject: ReadonlySet<EventKey>;
    verdicts: readonly DkimVerdict[];
  },
): Evidence {
  const { fields, bySubject, verdicts } = signed;
  const tier = judgeTier(event, { fields, subjectAttests: bySubject.has(event.key) }, verdicts);
  return {
    messageId,
    event: event.key,
    ...tier,
    subject: mail.subject,
    from: mail.from,
    date: internalDate ?? mail.receivedAt ?? parseDate(mail.date),
    addressedTo: mail.addressedTo,
  };
}
