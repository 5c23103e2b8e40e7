import type { MiddlewareHandler } from 'hono';
import { createRandom } from '../mailbox/random.ts';
import { backendError, notFound, rateLimited, unauthenticated } from './errors.ts';

/** What can go wrong with one call. */
export type Fault =
  /** Over the quota; `retryAfter` in seconds as a header, or `inText` in the message. */
  | { kind: 'rate-limit'; status: 403 | 429; retryAfter?: number; inText?: boolean }
  | { kind: 'backend'; status: 500 | 502 | 503 }
  | { kind: 'expired' }
  | { kind: 'vanished' }
  /** The answer stops in the middle. */
  | { kind: 'truncated' }
  /** The connection breaks in the middle of the answer. */
  | { kind: 'cut' }
  /** Nothing comes for this long (milliseconds), then the answer. */
  | { kind: 'slow'; delayMs: number };

/** Decides for each call, by its number since the start and its path, whether it fails and how. */
export type FaultPlan = (call: { number: number; path: string }) => Fault | null;

/** What a healthy provider does now and then: every one of them passes. */
export const USUAL_FAULTS: readonly Fault[] = [
  { kind: 'rate-limit', status: 429, retryAfter: 1 },
  { kind: 'rate-limit', status: 429 },
  { kind: 'rate-limit', status: 403, inText: true },
  { kind: 'backend', status: 500 },
  { kind: 'backend', status: 502 },
  { kind: 'truncated' },
  { kind: 'cut' },
];
/** How far ahead the time in the text of a 403 lies. */
const TEXT_RETRY_MS = 1_000;

/** A plan in which every call fails with this probability, in one of the usual ways; the same for the same seed. */
export function seededFaults(seed: string, rate: number, kinds: readonly Fault[] = USUAL_FAULTS): FaultPlan {
  const random = createRandom(`${seed}/faults`);
  return () => (random.chance(rate) ? random.pick(kinds) : null);
}

/** The layer in front of the Gmail calls; without a plan it lets everything through. */
export function faultLayer(plan: FaultPlan | undefined, now: () => number): MiddlewareHandler {
  let number = 0;
  return async (c, next) => {
    const fault = plan?.({ number: number++, path: c.req.path }) ?? null;
    if (!fault) return next();
    switch (fault.kind) {
      case 'rate-limit':
        return rateLimited(fault.status, {
          ...(fault.retryAfter === undefined ? {} : { afterSeconds: fault.retryAfter }),
          ...(fault.inText ? { until: new Date(now() + TEXT_RETRY_MS) } : {}),
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
        c.res = await halved(c.res, fault.kind === 'cut');
        return undefined;
    }
  };
}

async function halved(response: Response, broken: boolean): Promise<Response> {
  const body = new Uint8Array(await response.arrayBuffer());
  const half = body.subarray(0, Math.floor(body.length / 2));
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  if (!broken) return new Response(half, { status: response.status, headers });
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(half);
      controller.error(new Error('Connection cut by the fault layer'));
    },
  });
  return new Response(stream, { status: response.status, headers });
}
