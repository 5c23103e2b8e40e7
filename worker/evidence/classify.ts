import type { Catalog, CatalogEvent } from '../../catalog/index.ts';
import type { Evidence, HeaderRecord, UnreadableReason } from '../records.ts';
import type { Classifier } from './attest.ts';
import { type DkimLookup, verifySignatures } from './dkim.ts';
import type { DkimVerdict } from './dkim-verdict.ts';
import { type ParsedMail, readMail } from './mime.ts';
import { splitMail } from './raw-mail.ts';
import { parseDate, timeOfReceipt } from './receipt-date.ts';
import { inOneGo, type Slice } from '../slices.ts';
import { judgeTier } from './tier.ts';

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
  const attested = new Set(classifier.attest({ subject, body: mail.text, parts: mail.parts }));
  const events = catalog.events.filter(({ key }) => attested.has(key));
  if (events.length === 0) return { header, evidence: [], unreadable };

  const signers = new Set(events.flatMap((event) => event.signers));
  await slice();
  const wanted = (domain: string): boolean => signers.has(domain);
  const receivedAt = timeOfReceipt(cut.fields, internalDate);
  const verdicts = await verifySignatures(cut, lookup, receivedAt, { wanted, slice });
  const evidence = events.map((event) => evidenceFor(event, input, mail, verdicts));
  return { header, evidence, unreadable };
}

function evidenceFor(
  event: CatalogEvent,
  { messageId, internalDate }: ClassifyInput,
  mail: ParsedMail,
  verdicts: readonly DkimVerdict[],
): Evidence {
  const tier = judgeTier(event, mail.headerCounts, verdicts);
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
