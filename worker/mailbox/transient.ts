import { AppFailure } from '../errors.ts';
import type { FailureDetails } from '../errors.ts';

/** The codes of the calls that can fail. */
export type CallCode = 'profile_failed' | 'emails_failed' | 'email_failed';

export interface TransientDetails extends FailureDetails {
  /** True when the provider reports too many requests. */
  rateLimited?: boolean;
  /** The wait that the provider asks for, in milliseconds. */
  retryAfterMs?: number;
  /** True when the provider answered and the answer itself is wrong. */
  answered?: boolean;
}

/** A failure that may pass: the network, a 5xx, a rate limit, a garbled answer. */
export class TransientFault extends AppFailure {
  readonly rateLimited: boolean;
  /** Milliseconds; null when the provider did not say. */
  readonly retryAfterMs: number | null;
  /** True when the cause may be the requested mail rather than the network. */
  readonly answered: boolean;

  constructor(code: CallCode, details: TransientDetails = {}) {
    const { retryAfterMs } = details;
    super(
      code,
      retryAfterMs === undefined ? details : { ...details, retryAfter: Math.ceil(retryAfterMs / 1_000) },
    );
    this.name = 'TransientFault';
    this.rateLimited = details.rateLimited ?? false;
    this.retryAfterMs = retryAfterMs ?? null;
    this.answered = details.answered ?? false;
  }
}
