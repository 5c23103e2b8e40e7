import { AppFailure, failure } from '../errors.ts';
import type { FailureDetails } from '../errors.ts';

/** The calls that can fail, by the code of their failure (DESIGN 10). */
export type CallCode = 'profile_failed' | 'emails_failed' | 'email_failed';

export interface TransientDetails extends FailureDetails {
  /** True when the provider says that it was asked too often. */
  rateLimited?: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  retryAfterMs?: number;
  /** True when the provider did answer, and what is wrong is the answer. */
  answered?: boolean;
}

/** A failure that may be gone at the next attempt: the network, a 5xx, a rate limit, a garbled answer. */
export class TransientFault extends AppFailure {
  readonly rateLimited: boolean;
  /** Milliseconds; null when the provider did not say. */
  readonly retryAfterMs: number | null;
  /** True when the fault may lie in the mail that was asked for rather than in the network. */
  readonly answered: boolean;

  constructor(code: CallCode, details: TransientDetails = {}) {
    const { message } = failure(code, details);
    const { retryAfterMs, cause } = details;
    const seconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
    super(code, message, seconds, cause === undefined ? {} : { cause });
    this.name = 'TransientFault';
    this.rateLimited = details.rateLimited ?? false;
    this.retryAfterMs = retryAfterMs ?? null;
    this.answered = details.answered ?? false;
  }
}
