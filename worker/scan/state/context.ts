import { type Catalog, catalogHash } from '../../../catalog/index.ts';
import type { Clock } from '../../clock.ts';
import type { DkimLookup } from '../../../mail/dkim/key-trials.ts';
import type { Classifier } from '../../evidence/index.ts';
import { parseDate } from '../../../mail/header/receipt-date.ts';
import { EVIDENCE_RULES, mailToEvidence, type SentMail } from '../../evidence/index.ts';
import { knownSubject } from '../../records.ts';
import type { FullRecord, HeaderRecord, LoggedEvidence, UnreadableReason } from '../../records.ts';
import type { Slice } from '../../../mail/slices.ts';
import type { Changes, Checkpoint, Store } from '../../store/index.ts';
import type { EvidenceLog } from './evidence-log.ts';
import type { ProgressReport } from './progress.ts';
import type { Underway } from './underway.ts';
import type { UnreadableLog } from './unreadable-log.ts';

/** What the steps of one scan share. */
export interface ScanContext {
  store: Store;
  catalog: Catalog;
  classifier: Classifier;
  lookup: DkimLookup;
  clock: Clock;
  signal: AbortSignal;
  random: () => number;
  progress: ProgressReport;
  log: EvidenceLog;
  unreadable: UnreadableLog;
  underway: Underway;
  onFacts: (evidence: readonly LoggedEvidence[]) => void;
  /** The checkpoint of both sources, updated by this scan's steps. */
  checkpoint: Checkpoint;
  /** Gives other work a turn; rejects when the scan is aborted. */
  slice: Slice;
}

/** What mail is read for, and by which rules. Mail read for another catalog, or by other rules, is read again. */
export function readingOf(catalog: Catalog): string {
  return `${catalogHash(catalog)}/${EVIDENCE_RULES}`;
}

/** Findings of a batch that are not stored yet. */
export interface Findings {
  headers: HeaderRecord[];
  /** Whether the evidence log changed. */
  changed: boolean;
  unreadable: number;
}

/** No findings yet. */
export function noFindings(): Findings {
  return { headers: [], changed: false, unreadable: 0 };
}

/**
 * Reads one mail and adds its evidence to the findings and the log. Its text is not kept; the caller decides about its
 * header.
 *
 * @returns `unjudged`: true when a key needed for the verdict could not be requested
 * @throws the signal's reason when the scan was aborted meanwhile; nothing is then added
 */
export async function readInto(
  findings: Findings,
  context: ScanContext,
  mail: SentMail | FullRecord,
  source: LoggedEvidence['source'],
): Promise<{ header: HeaderRecord; isEvidence: boolean; unjudged: boolean }> {
  const { signal, slice, log } = context;
  await slice();
  let unjudged = false;
  const lookup: DkimLookup = async (name) => {
    try {
      return await context.lookup(name);
    } catch (cause) {
      unjudged = true;
      throw cause;
    }
  };
  const { header, evidence, unreadable } = await mailToEvidence(mail, { ...context, lookup });
  // A look-up interrupted by the abort would look like a failed signature, so this verdict is not kept.
  signal.throwIfAborted();
  if (log.replace(header.messageId, source, evidence)) findings.changed = true;
  if (unreadable !== null) {
    const internalDate = 'raw' in mail ? mail.internalDate : null;
    noteUnreadable(findings, context, { header, internalDate, source, reason: unreadable });
  }
  return { header, isEvidence: evidence.length > 0, unjudged };
}

/** Records why a mail could not be read in full, and counts it unless it was counted before. */
export function noteUnreadable(
  findings: Findings,
  { unreadable }: Pick<ScanContext, 'unreadable'>,
  mail: {
    header: HeaderRecord;
    internalDate: number | null;
    source: LoggedEvidence['source'];
    reason: UnreadableReason;
  },
): void {
  const { header, internalDate, source, reason } = mail;
  const { messageId } = header;
  const subject = knownSubject(header.subject);
  const date = internalDate ?? parseDate(header.date);
  if (unreadable.record({ messageId, source, reason, subject, date })) findings.unreadable += 1;
}

/** Stores items and the checkpoint that covers them in one transaction, then reports new facts to the page. */
export async function save(context: ScanContext, changes: Changes, evidenceChanged: boolean): Promise<void> {
  const { store, checkpoint, log, unreadable, underway } = context;
  const { changed } = underway;
  const logs = {
    checkpoint,
    ...(evidenceChanged && { evidence: [...log.all] }),
    ...(unreadable.changed && { unreadable: [...unreadable.all] }),
    ...(changed !== null && { underway: changed }),
  };
  await store.commit({ ...changes, logs });
  unreadable.stored();
  underway.stored();
  if (evidenceChanged) context.onFacts(log.all);
}
