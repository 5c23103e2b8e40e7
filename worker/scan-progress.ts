/** How far a scan is, as the page sees it. */
import type { AppError } from './app-error.ts';

export type ScanPhase = 'idle' | 'searching' | 'headers' | 'reading' | 'paused' | 'cancelled' | 'done';

/** A step of a scan. */
export type Activity =
  | { kind: 'opening' }
  /** Searches for mail from this sender, or with an event of this name. */
  | { kind: 'searching'; sender: string }
  /** Sets newsletters aside. */
  | { kind: 'narrowing' }
  | { kind: 'headers' }
  /** Reads the text of a mail. */
  | { kind: 'mail'; number: number; of: number }
  | { kind: 'file'; name: string | null }
  /** The mail server did not answer; tries again after this time. */
  | { kind: 'waiting'; seconds: number };

export interface ScanProgress {
  phase: ScanPhase;
  source: 'account' | 'file' | null;
  /** Name of the file when `source` is `file`. */
  fileName: string | null;
  thorough: boolean;
  /**
   * Steps (for a file, bytes) done and expected, for a progress bar. A header and a text are one step each, so these
   * are not numbers of mails. `total` is 0 until it is known.
   */
  done: number;
  total: number;
  unit: 'mails' | 'bytes';
  /** Mails whose header or text was read, each counted once; the number on the screen. */
  mailsRead: number;
  /**
   * Mails that the scan covers: those found by its searches, or for a thorough scan all outside spam and trash. The
   * latter is known at the end of the listing; before that it is the mailbox's own total. 0 for a file.
   */
  mails: number;
  candidates: number;
  evidenceMails: number;
  /** What the scan is doing; null while it does not run. */
  activity: Activity | null;
  /** Milliseconds left; null while unknown. */
  remainingMs: number | null;
  /**
   * Mails of this source that could not be read, in this scan or an earlier one, and have not been read since. `Commands.unreadableMails` lists them.
   */
  unreadable: number;
  /** Mails of a file that were left out as spam or trash, by the label that says so, as written. */
  leftOut: Readonly<Record<string, number>>;
  /** Why the scan is paused. */
  error: AppError | null;
}

/** A scan that has not begun. */
export const IDLE_SCAN: ScanProgress = {
  phase: 'idle',
  source: null,
  fileName: null,
  thorough: false,
  done: 0,
  total: 0,
  unit: 'mails',
  mailsRead: 0,
  mails: 0,
  candidates: 0,
  evidenceMails: 0,
  activity: null,
  remainingMs: null,
  unreadable: 0,
  leftOut: {},
  error: null,
};
