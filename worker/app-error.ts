import type { ErrorCode } from './error-codes.ts';

/** An error as data. The page has words for it. */
export interface AppError {
  code: ErrorCode;
  /** For programs and logs: fixed texts of some codes, and the code itself for all others. */
  message: string;
  /** Seconds to wait before trying again, if the other side said so. */
  retryAfter?: number;
  /** The `{error}` of the server's answer. */
  serverError?: string;
  /** The provider's id of the mail. */
  id?: string;
  /** What a file is that is not a mailbox, where that is known. */
  is?: 'packed' | 'outlook' | 'single-mail';
}
