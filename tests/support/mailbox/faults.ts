import type { MiddlewareHandler } from 'hono';
import { backendError, googleError, notFound, unauthenticated } from '../../../server/demo/gmail/errors.ts';
import { createRandom } from '../../../server/demo/mailbox/random.ts';

/** Gmail's names for limits, of the project and of the user. */
type LimitReason = 'rateLimitExceeded' | 'userRateLimitExceeded';

/** A fault injected into one call. */
export type Fault =
  /** Over the quota; `retryAfter` in seconds as a header, or `inText` in the message. */
  | { kind: 'rate-limit'; status: 403 | 429; retryAfter?: number; inText?: boolean; reason?: LimitReason }
  | { kind: 'backend'; status: 500 | 502 | 503 }
  | { kind: 'expired' }
  | { kind: 'vanished' }
  /** The answer stops in the middle. */
  | { kind: 'truncated' }
  /** The connection breaks in the middle of the answer. */
  | { kind: 'cut' }
  /** Delays the answer by this many milliseconds. */
  | { kind: 'slow'; delayMs: number }
  /** The connection stays open without an answer, or after the first half of one. */
  | { kind: 'hang'; after: 'nothing' | 'half' }
  /** The content of a mail holds a character outside base64. A header has no such content. */
  | { kind: 'wrong-base64' }
  /** A listing names this page as the next one. */
  | { kind: 'next-page'; token: string };

/** A call to the mailbox. */
export interface MailboxCall {
  /** Number of the call since the start, from 0. */
  number: number;
  path: string;
  query: URLSearchParams;
}

/** Decides for each call whether it fails and how. */
export type FaultPlan = (call: MailboxCall) => Fault | null;

/** Faults of a healthy provider; all of them pass. */
export const USUAL_FAULTS: readonly Fault[] = [
  { kind: 'rate-limit', status: 429, retryAfter: 1 },
  { kind: 'rate-limit', status: 429 },
  { kind: 'rate-limit', status: 403, inText: true, reason: 'rateLimitExceeded' },
  { kind: 'rate-limit', status: 403, inText: true, reason: 'userRateLimitExceeded' },
  { kind: 'backend', status: 500 },
  { kind: 'backend', status: 502 },
  { kind: 'truncated' },
  { kind: 'cut' },
];
/** How far ahead the time in the text of a 403 is, in milliseconds. */
const TEXT_RETRY_MS = 1_000;
/** Members that hold base64url: a raw mail, and the body of a part. */
const CONTENTS: ReadonlySet<string> = new Set(['raw', 'data']);

/**
 * A plan in which every call fails with this probability, in one of these ways. The outcome depends on the seed, the
 * request and how often it was made before, but never on the order of parallel calls.
 *
 * @param kinds the ways, or those that fit a call; a call without any goes through
 */
export function seededFaults(
  seed: string,
  rate: number,
  kinds: readonly Fault[] | ((call: MailboxCall) => readonly Fault[]) = USUAL_FAULTS,
): FaultPlan {
  const asked = new Map<string, number>();
  return (call) => {
    const target = `${call.path}?${call.query.toString()}`;
    const times = asked.get(target) ?? 0;
    asked.set(target, times + 1);
    const random = createRandom(`${seed}/faults/${target}/${times}`);
    if (!random.chance(rate)) return null;
    const fitting = typeof kinds === 'function' ? kinds(call) : kinds;
    return fitting.length === 0 ? null : random.pick(fitting);
  };
}

/** Runs before the demo's Gmail calls and makes them fail by a plan. */
export function faultLayer(plan: FaultPlan, now: () => number = Date.now): MiddlewareHandler {
  let number = 0;
  return async (c, next) => {
    const { searchParams: query } = new URL(c.req.url);
    const fault = plan({ number: number++, path: c.req.path, query });
    if (!fault) return next();
    switch (fault.kind) {
      case 'rate-limit':
        return rateLimited(fault.status, {
          ...(fault.retryAfter === undefined ? {} : { afterSeconds: fault.retryAfter }),
          ...(fault.inText ? { until: new Date(now() + TEXT_RETRY_MS) } : {}),
          ...(fault.reason === undefined ? {} : { reason: fault.reason }),
        });
      case 'backend':
        return backendError(fault.status);
      case 'expired':
        return unauthenticated();
      case 'vanished':
        return notFound();
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
        return next();
      case 'truncated':
      case 'cut':
        await next();
        c.res = await halved(c.res, fault.kind === 'cut' ? 'cut' : 'end');
        return undefined;
      case 'hang':
        if (fault.after === 'nothing') return silence(c.req.raw.signal);
        await next();
        c.res = await halved(c.res, 'hang');
        return undefined;
      case 'wrong-base64':
        await next();
        c.res = await rewritten(c.res, (key, value) =>
          CONTENTS.has(key) && typeof value === 'string' ? `!${value.slice(1)}` : value,
        );
        return undefined;
      case 'next-page':
        await next();
        c.res = await rewritten(c.res, (key, value) =>
          key === '' && typeof value === 'object' ? { ...value, nextPageToken: fault.token } : value,
        );
        return undefined;
    }
  };
}

/** For a call over the quota. Gmail says when to come back in a header, in the text, or not at all. */
function rateLimited(
  status: 403 | 429,
  retry: { afterSeconds?: number; until?: Date; reason?: LimitReason } = {},
): Response {
  const message = retry.until
    ? `User-rate limit exceeded.  Retry after ${retry.until.toISOString()}`
    : 'Quota exceeded for quota metric, units per minute per user.';
  return googleError(
    {
      status,
      name: status === 429 ? 'RESOURCE_EXHAUSTED' : 'PERMISSION_DENIED',
      message,
      reason: retry.reason ?? (status === 429 ? 'rateLimitExceeded' : 'userRateLimitExceeded'),
      domain: 'usageLimits',
    },
    retry.afterSeconds === undefined ? {} : { 'Retry-After': String(retry.afterSeconds) },
  );
}

/** Waits until the other side gives up; the returned answer reaches nobody. */
async function silence(signal: AbortSignal): Promise<Response> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  return new Response(null, { status: 408 });
}

/** The first half of the answer; then it ends, breaks or stalls. */
async function halved(response: Response, then: 'end' | 'cut' | 'hang'): Promise<Response> {
  const body = new Uint8Array(await response.arrayBuffer());
  const half = body.subarray(0, Math.floor(body.length / 2));
  const { status, headers } = headOf(response);
  if (then === 'end') return new Response(half, { status, headers });
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(half);
    },
    pull(controller) {
      if (then === 'cut') controller.error(new Error('Connection cut by the fault layer'));
    },
  });
  return new Response(stream, { status, headers });
}

/** The answer with some values replaced. */
async function rewritten(
  response: Response,
  replace: (key: string, value: unknown) => unknown,
): Promise<Response> {
  const body: unknown = JSON.parse(await response.text(), (key, value: unknown) => replace(key, value));
  return new Response(JSON.stringify(body), headOf(response));
}

/** Status and headers without the length, which is no longer right. */
function headOf({ status, headers: given }: Response): { status: number; headers: Headers } {
  const headers = new Headers(given);
  headers.delete('content-length');
  return { status, headers };
}
