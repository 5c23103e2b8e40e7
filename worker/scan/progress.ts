import type { Clock } from '../clock.ts';
import { IDLE_SCAN, type ScanProgress } from '../contract.ts';
import type { Store } from '../store/index.ts';

/** At most one progress event in this time, in milliseconds, unless the phase changes. */
const EVENT_INTERVAL_MS = 100;
/** A rate is told only after this time, in milliseconds, and this many units of work. */
const RATE_AFTER_MS = 1_500;
const RATE_AFTER_UNITS = 5;

export interface UpdateOptions {
  /** Tells it at once. */
  now?: boolean;
  /** The time that the rest takes at least, in milliseconds, because the provider's budget allows no more. */
  atLeastMs?: number;
}

/** Where a scan stands, told to the page about ten times a second. */
export interface ProgressReport {
  readonly current: ScanProgress;
  /** Changes what is told; the event goes out when it is due, at once on a new phase or when `now` is true. */
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

/** The time left at the pace so far; null while there is nothing to go by. */
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
 * The last scan as the store remembers it, for a page that was reloaded: a scan that was cut off in the
 * middle is `paused` without an error, and can be resumed.
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
 * Steps done and expected in a scan of the account, the headers of a thorough scan and then candidates, and how many
 * mails it goes through.
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
