import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A machine-readable reason, where a client has to tell two refusals of one status apart. */
export type RefusalCode = 'keys_replaced' | 'keys_used';

/** A request that is not served, for a reason that its sender may know: answered as `{error}`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: ContentfulStatusCode;
  readonly code: RefusalCode | undefined;
  /** Whole seconds, sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: { code?: RefusalCode; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = more.code;
    this.retryAfter = more.retryAfter;
  }
}
