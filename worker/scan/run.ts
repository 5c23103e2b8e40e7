import type { Catalog } from '../../catalog/index.ts';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { IDLE_SCAN, type ScanProgress } from '../contract.ts';
import { toAppError } from '../errors.ts';
import { createClassifier } from '../evidence/index.ts';
import type { DkimLookup } from '../../mail/dkim/key-trials.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import type { LoggedEvidence } from '../records.ts';
import { createSlices } from '../slices.ts';
import type { Checkpoint, Store } from '../store/index.ts';
import { scanAccount } from './account/scan-account.ts';
import type { ScanContext } from './state/context.ts';
import { createEvidenceLog } from './state/evidence-log.ts';
import { scanFile } from './file.ts';
import { whileOnlyScan } from './lock.ts';
import { createProgress } from './state/progress.ts';
import { createUnderway } from './state/underway.ts';
import { createUnreadableLog } from './state/unreadable-log.ts';

export interface ScanOptions {
  mailbox: Mailbox;
  source: 'account' | 'file';
  /** Name of the file; null for the account's mailbox. */
  fileName: string | null;
  /** Read every header, not only what the searches find. */
  thorough: boolean;
  store: Store;
  catalog: Catalog;
  /** DKIM keys by name. */
  lookup: DkimLookup;
  /** Cancels the scan. Stored findings stay, and the next scan of the same kind continues from there. */
  signal: AbortSignal;
  /** Called about ten times a second, and at every change of phase. */
  onProgress: (progress: ScanProgress) => void;
  /** Called with the whole evidence log each time it grew, after it was stored. */
  onFacts: (evidence: readonly LoggedEvidence[]) => void;
  clock?: Clock;
  /** For the jitter of waits: from 0 to below 1. */
  random?: () => number;
  /** Keeps other tabs from scanning meanwhile; by default the browser's Web Locks. */
  locks?: LockManager | undefined;
}

/**
 * Scans a mailbox into the store: headers, evidence, and a checkpoint after each page and batch. Continues an
 * unfinished scan of the same kind; after a finished one, reads only new mail.
 *
 * @returns how the scan ended: `done`, `cancelled`, or `paused` with the error
 * @throws AppFailure, with nothing changed, when the scan cannot begin: `mbox_empty`, `mbox_not_a_mailbox`,
 *   `mbox_unreadable`, `scan_running`, `storage_failed`
 */
export function runScan(options: ScanOptions): Promise<ScanProgress> {
  const locks = 'locks' in options ? options.locks : globalThis.navigator?.locks;
  return whileOnlyScan(locks, () => scan(options));
}

async function scan(options: ScanOptions): Promise<ScanProgress> {
  const { mailbox, source, fileName, thorough, store, catalog, lookup, signal, onProgress, onFacts } =
    options;
  const { clock = systemClock, random = Math.random } = options;
  const fingerprint = mailbox.kind === 'file' ? await mailbox.fingerprint() : null;

  const stored = await store.get('checkpoint');
  const log = createEvidenceLog((await store.get('evidence')) ?? []);
  const unreadable = createUnreadableLog((await store.get('unreadable')) ?? []);
  const start: ScanProgress = {
    ...IDLE_SCAN,
    phase: mailbox.kind === 'file' ? 'reading' : 'searching',
    source,
    fileName,
    thorough,
    unit: mailbox.kind === 'file' ? 'bytes' : 'mails',
    total: mailbox.kind === 'file' ? mailbox.size : 0,
    evidenceMails: log.mails(source),
  };
  const progress = createProgress(start, onProgress, clock);
  const checkpoint: Checkpoint = { account: null, file: null, ...stored, last: source };
  const classifier = createClassifier(catalog);
  const slices = createSlices(clock);
  const context: ScanContext = {
    store,
    catalog,
    classifier,
    lookup,
    clock,
    signal,
    random,
    progress,
    log,
    unreadable,
    underway: createUnderway(store, await store.get('underway'), source),
    onFacts,
    checkpoint,
    slice: () => slices(signal),
  };

  try {
    signal.throwIfAborted();
    if (mailbox.kind === 'file') {
      await scanFile(context, mailbox, { fingerprint: fingerprint ?? '', fileName, thorough });
    } else {
      await scanAccount(context, mailbox, thorough);
    }
    progress.update({ phase: 'done', activity: null, remainingMs: null }, { now: true });
  } catch (caught) {
    await stop(context, source, signal.aborted ? null : caught);
  }
  // On a full disk this fails; the mails are then suspected and read one by one.
  await context.underway.close().catch(() => undefined);
  return progress.current;
}

/** Ends the scan early: `cancelled` when nothing was caught, otherwise `paused` with the error. */
async function stop(
  { store, progress, checkpoint }: ScanContext,
  source: 'account' | 'file',
  caught: unknown,
): Promise<void> {
  const error = caught === null ? null : toAppError(caught);
  const phase = caught === null ? 'cancelled' : 'paused';
  // The interrupted step is not in the stored checkpoint; only the way the scan ended is added.
  const stored = await store.get('checkpoint').catch(() => undefined);
  const ended = stored?.[source] ?? null;
  if (stored !== undefined && ended !== null && stored.last === checkpoint.last) {
    // On a full disk even this fails; the stored checkpoint then rightly reads as interrupted.
    await store
      .put('checkpoint', { ...stored, [source]: { ...ended, state: phase, error } })
      .catch(() => undefined);
  }
  // Includes what was stored but not yet reported, e.g. a mail given up in the last step.
  const unreadable = ended?.counts.unreadable ?? progress.current.unreadable;
  progress.update({ phase, activity: null, remainingMs: null, error, unreadable }, { now: true });
}
