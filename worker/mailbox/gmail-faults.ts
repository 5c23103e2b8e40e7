import { failure } from '../errors.ts';
import type { AppFailure } from '../errors.ts';
import { errorAnswer } from './gmail-answers.ts';
import { TransientFault } from './transient.ts';
import type { CallCode } from './transient.ts';

/** Which call failed; decides the text. */
export interface Call {
  code: CallCode;
  /** The mail that was asked for. */
  id?: string;
}

/** Reasons of a 403 that mean a limit, not a missing right (Gmail API, "Resolve errors"). */
const LIMITS: ReadonlySet<string> = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
]);
const MISSING_SCOPE: ReadonlySet<string> = new Set([
  'insufficientPermissions',
  'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
]);

/**
 * Maps an answer of the provider to a failure: 401 is `token_expired`; 408, 429, a 403 for a limit and 5xx are worth
 * another attempt; every other status is not.
 *
 * @param now milliseconds since the epoch, for turning a point in time into a wait
 */
export function faultOf(call: Call, response: Response, body: string, now: number): AppFailure {
  const { status } = response;
  if (status === 401) return failure('token_expired');
  const { message, reasons } = readError(body);
  const limited = status === 429 || (status === 403 && reasons.some((reason) => LIMITS.has(reason)));
  if (limited) {
    const retryAfterMs = waitAsked(response.headers.get('Retry-After'), message, now);
    return new TransientFault(call.code, {
      ...call,
      rateLimited: true,
      ...(retryAfterMs && { retryAfterMs }),
    });
  }
  if (status === 408 || status >= 500) {
    const retryAfterMs = waitAsked(response.headers.get('Retry-After'), '', now);
    return new TransientFault(call.code, { ...call, answered: true, ...(retryAfterMs && { retryAfterMs }) });
  }
  if (status === 403 && reasons.some((reason) => MISSING_SCOPE.has(reason))) return failure('scopes_missing');
  return failure(call.code, call);
}

function readError(body: string): { message: string; reasons: string[] } {
  try {
    const { error } = errorAnswer.parse(JSON.parse(body));
    const reasons = [...error.errors, ...error.details].flatMap(({ reason }) => reason ?? []);
    if (error.status === 'RESOURCE_EXHAUSTED') reasons.push('rateLimitExceeded');
    return { message: error.message, reasons };
  } catch {
    return { message: body, reasons: [] };
  }
}

/**
 * How long the provider asks us to wait, in milliseconds: from `Retry-After` (RFC 9110 10.2.3: seconds or an HTTP
 * date), or from the time in the message ("Retry after 2026-05-04T10:00:00.000Z"). Null when it does not say.
 */
export function waitAsked(retryAfter: string | null, message: string, now: number): number | null {
  const header = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const named = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/.exec(message)?.[0];
  const at = [header, named ?? ''].map((text) => Date.parse(text)).find((time) => !Number.isNaN(time));
  if (at !== undefined) return Math.max(0, at - now);
  const seconds = /retry (?:after|in) (\d+(?:\.\d+)?) ?s/i.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}
