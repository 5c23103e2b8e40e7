import { AppFailure } from '../errors.ts';
import { parseDate } from '../../mail/header/receipt-date.ts';
import { parseMail } from '../../mail/mime/parse-mail.ts';
import type { FileMail, FileMailbox } from '../mailbox/mailbox.ts';
import { knownSubject } from '../records.ts';
import type { FileCheckpoint } from '../store/index.ts';
import { readInto, noFindings, readingOf, save } from './state/context.ts';
import type { Findings, ScanContext } from './state/context.ts';

/** A checkpoint is stored when this many bytes were read since the last one … */
const CHECKPOINT_BYTES = 8 * 1024 * 1024;
/** … or this much time has passed, in milliseconds. */
const CHECKPOINT_MS = 1_000;
/** How much of a skipped mail is read, in bytes: usually enough for its subject and date. */
const SKIPPED_BYTES = 16 * 1024;

/**
 * Reads a mailbox file once and classifies every mail, starting from the checkpoint's offset if it is the same file and
 * the earlier pass was interrupted. Checkpoints by byte offset.
 *
 * @param fingerprint from {@link FileMailbox.fingerprint}
 * @throws AppFailure when it must pause; the signal's reason when it is cancelled
 */
export async function scanFile(
  context: ScanContext,
  mailbox: FileMailbox,
  file: { fingerprint: string; fileName: string | null; thorough: boolean },
): Promise<void> {
  const { checkpoint, clock, signal, progress } = context;
  // The worker ended during the pass, on a mail that begins before the next checkpoint would have been stored.
  const wasCutOff = checkpoint.file?.state === 'running';
  const state = begin(checkpoint.file, mailbox, file, readingOf(context.catalog));
  const suspectedTo = wasCutOff ? state.offset + CHECKPOINT_BYTES : 0;
  checkpoint.file = state;
  if (state.offset === 0) context.unreadable.drop('file');
  /** The log of unreadable mails is read from the store, so no more are reported than are stored. */
  let { unreadable } = state.counts;
  const report = (): void => {
    const { offset: done, size: total, counts, leftOut } = state;
    progress.update({
      phase: 'reading',
      activity: { kind: 'file', name: file.fileName },
      done,
      total,
      ...counts,
      unreadable,
      leftOut,
      evidenceMails: context.log.mails('file'),
    });
  };
  let findings = noFindings();
  let storedAt = clock.now();
  let storedOffset = state.offset;
  const store = async (): Promise<void> => {
    const { headers, changed } = findings;
    findings = noFindings();
    await save(context, file.thorough ? { listed: headers } : { headers }, changed);
    storedAt = clock.now();
    storedOffset = state.offset;
    ({ unreadable } = state.counts);
  };

  await store();
  report();
  try {
    for await (const mail of mailbox.mails(state.offset, signal)) {
      if (mail.kind === 'mail' && context.underway.isSkipped(mail.messageId)) {
        await skip(context, state, mail);
      } else {
        const suspected =
          state.offset < suspectedTo || (mail.kind === 'mail' && context.underway.isSuspect(mail.messageId));
        if (mail.kind === 'mail' && suspected) await context.underway.begin([mail.messageId], true);
        else await context.underway.close();
        await take(context, state, findings, mail);
        if (mail.kind === 'mail' && suspected) context.underway.end([mail.messageId]);
      }
      report();
      const due = state.offset - storedOffset >= CHECKPOINT_BYTES || clock.now() - storedAt >= CHECKPOINT_MS;
      if (due) await store();
    }
  } catch (caught) {
    // What was read so far need not be read again; a failed store would only fail again.
    if (!(caught instanceof AppFailure) || !caught.code.startsWith('storage_')) await store();
    throw caught;
  }
  state.offset = state.size;
  state.state = 'done';
  await store();
  report();
}

async function take(
  context: ScanContext,
  state: FileCheckpoint,
  findings: Findings,
  mail: FileMail,
): Promise<void> {
  if (mail.kind === 'mail') {
    const before = findings.unreadable;
    const { messageId, raw, cut } = mail;
    const sent = { messageId, raw, cut, internalDate: null };
    const { header, isEvidence } = await readInto(findings, context, sent, 'file');
    if (state.thorough || isEvidence) findings.headers.push(header);
    state.counts.mailsRead += 1;
    state.counts.unreadable += findings.unreadable - before;
    if (isEvidence) state.counts.candidates += 1;
  } else {
    await context.slice();
    if (mail.reason === 'too-large') await recordUnread(context, state, mail, mail.reason);
    else state.leftOut = { ...state.leftOut, [mail.label]: (state.leftOut[mail.label] ?? 0) + 1 };
  }
  state.offset = mail.nextOffset;
}

/** Skips a mail that stopped the worker twice, without reading its text. */
async function skip(
  context: ScanContext,
  state: FileCheckpoint,
  { messageId, raw, nextOffset }: Extract<FileMail, { kind: 'mail' }>,
): Promise<void> {
  await recordUnread(
    context,
    state,
    { messageId, beginning: raw.subarray(0, SKIPPED_BYTES) },
    'stopped-worker',
  );
  state.offset = nextOffset;
}

async function recordUnread(
  context: ScanContext,
  state: FileCheckpoint,
  { messageId, beginning }: { messageId: string; beginning: Uint8Array },
  reason: 'too-large' | 'stopped-worker',
): Promise<void> {
  const { subject, date } = await parseMail(beginning);
  const isNew = context.unreadable.record({
    messageId,
    source: 'file',
    reason,
    subject: knownSubject(subject),
    date: parseDate(date),
  });
  if (isNew) state.counts.unreadable += 1;
}

function begin(
  previous: FileCheckpoint | null,
  { size }: FileMailbox,
  { fingerprint, fileName, thorough }: { fingerprint: string; fileName: string | null; thorough: boolean },
  reading: string,
): FileCheckpoint {
  const same =
    previous?.fingerprint === fingerprint &&
    previous.reading === reading &&
    previous.thorough === thorough &&
    previous.state !== 'done';
  if (same) return { ...previous, fileName, state: 'running', error: null };
  return {
    fingerprint,
    fileName,
    reading,
    thorough,
    state: 'running',
    error: null,
    offset: 0,
    size,
    counts: { mailsRead: 0, candidates: 0, unreadable: 0 },
    leftOut: {},
  };
}
