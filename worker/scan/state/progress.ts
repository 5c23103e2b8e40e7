import type { Clock } from '../../clock.ts';
import { IDLE_SCAN, type ScanProgress } from '../../contract.ts';
import type { Store } from '../../store/index.ts';

/** Shortest time between progress events, in milliseconds, unless the phase changes. */
const EVENT_INTERVAL_MS = 100;
/** A rate is given only after this time, in milliseconds, and this many units of work. */
const RATE_AFTER_MS = 1_500;
const RATE_AFTER_UNITS = 5;

export interface UpdateOptions {
  /** Sends it at once. */
  now?: boolean;
  /** Shortest time for the rest, in milliseconds, under the provider's budget. */
  atLeastMs?: number;
}

/** The progress of a scan, sent to the page about ten times a second. */
export interface ProgressReport {
  readonly current: ScanProgress;
  /** Changes the progress. The event is sent when it is due, or at once on a new phase or with `now`. */
  update(change: Partial<ScanProgress>, options?: UpdateOptions): void;
}

/** Makes the report of one scan. */
export function createProgress(
  first: ScanProgress,
  onProgress: (progress: ScanProgress) => void,
  clock: Clock,
): ProgressReport {
  let current = first;
  let told = Number.NEGATIVE_INFINITY;
  let pace = { phase: first.phase, at: clock.now(), done: first.done };
  return {
    get current() {
      return current;
    },
    update(change, { now = false, atLeastMs = 0 } = {}) {
      const at = clock.now();
      const phaseChanged = change.phase !== undefined && change.phase !== current.phase;
      current = { ...current, ...change };
      if (phaseChanged) pace = { phase: current.phase, at, done: current.done };
      if (!phaseChanged && !now && at - told < EVENT_INTERVAL_MS) return;
      if (change.remainingMs === undefined) {
        const left = remaining(current, pace, at);
        const known = left !== null || atLeastMs > 0;
        current = { ...current, remainingMs: known ? Math.max(left ?? 0, atLeastMs) : null };
      }
      told = at;
      onProgress(current);
    },
  };
}

/** The time left at the pace so far; null while unknown. */
function remaining(
  { done, total }: ScanProgress,
  pace: { at: number; done: number },
  now: number,
): number | null {
  const elapsed = now - pace.at;
  const achieved = done - pace.done;
  if (total <= done || elapsed < RATE_AFTER_MS || achieved < RATE_AFTER_UNITS) return null;
  return Math.round(((total - done) * elapsed) / achieved);
}

/**
 * The last scan as stored, for a reloaded page. An interrupted scan is `paused` without an error, and can be resumed.
 */
export async function restoreProgress(store: Store): Promise<ScanProgress> {
  const checkpoint = await store.get('checkpoint');
  const evidence = (await store.get('evidence')) ?? [];
  if (checkpoint === undefined) return IDLE_SCAN;
  const { last: source } = checkpoint;
  const evidenceMails = new Set(
    evidence.filter((entry) => entry.source === source).map((entry) => entry.messageId),
  ).size;
  const scan = checkpoint[source];
  if (scan === null) return IDLE_SCAN;
  const { thorough, state, error, counts } = scan;
  const phase = state === 'running' ? 'paused' : state;
  const common = { ...IDLE_SCAN, source, phase, thorough, error, evidenceMails, ...counts };
  if (checkpoint.last === 'file' && checkpoint.file !== null) {
    const { fileName, offset, size, leftOut } = checkpoint.file;
    return { ...common, fileName, leftOut, unit: 'bytes', done: offset, total: size };
  }
  if (checkpoint.account === null) return IDLE_SCAN;
  return { ...common, ...accountWork(checkpoint.account) };
}

/**
 * Steps done and expected in a scan of the account (headers of a thorough scan, then candidates), and how many mails it
 * covers.
 */
export function accountWork(scan: {
  thorough: boolean;
  phase: string;
  total: number;
  newIds: string[] | null;
  headers: { done: number };
  pending: string[];
  counts: { candidates: number; mailsRead: number };
}): { done: number; total: number; mails: number } {
  const headers =
    scan.thorough && scan.newIds === null ? Math.max(scan.total, scan.headers.done) : scan.headers.done;
  const read = scan.counts.candidates - scan.pending.length;
  const headersDone = scan.phase === 'reading' ? headers : scan.headers.done;
  const { candidates, mailsRead } = scan.counts;
  const listed = scan.newIds === null ? headers : scan.newIds.length;
  const mails = Math.max(scan.thorough ? listed : candidates, mailsRead);
  return { done: headersDone + read, total: headers + candidates, mails };
}
