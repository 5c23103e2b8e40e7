import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

/** A machine-readable reason, where a client must tell two refusals with the same status apart. */
const refusalCode = z.enum([
  'keys_replaced',
  'keys_used',
  'no_account',
  'disclosure_unknown',
  'organiser_unknown',
  'catalog_unknown',
  'catalog_withdrawn',
  'id_token_expired',
  'id_token_audience',
  'id_token_unsigned',
  'id_token_nonce',
  'id_token_unverified',
  'id_token_used',
  'id_token_invalid',
  'provider_silent',
  'session_invalid',
  'session_expired',
  'session_ended',
]);
export type RefusalCode = z.infer<typeof refusalCode>;

/** The body of every error in this server's own form. */
export const refusalBody = z
  .object({ error: z.string().min(1), code: refusalCode.optional() })
  .meta({ title: 'Error' });

/** A refused request whose sender may know the reason: answered as `{error}`. */
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
