import type { MailGrant, Purpose, ServerSession } from '../contract.ts';
import { GOOGLE_REVOCATION, mailPlaces } from '../session/mail-grant.ts';
import type { MailPlaces } from '../session/mail-grant.ts';
import { createTokenGuard } from '../session/token-guard.ts';

/** The purposes of the core's own requests. */
export type OwnPurpose = Exclude<Purpose, 'app files' | 'other'>;

/** Time limit for a request, body included, in milliseconds; null for none. */
const DEADLINE_MS: Readonly<Record<OwnPurpose, number | null>> = {
  configuration: 5_000,
  catalog: 10_000,
  'signature keys': 15_000,
  'sign-in': 20_000,
  // The mailbox has timeouts of its own: a slow download may go on as long as data arrives.
  mailbox: null,
  account: 20_000,
  identity: 20_000,
  'public keys': 60_000,
  // The server queues rounds and may be slow under load.
  comparison: 60_000,
  disclosure: 20_000,
  withdrawal: 20_000,
  'server record': 20_000,
};

/**
 * No cookie, no referrer, and no redirect. A redirect would send the request a second time, to wherever the answer
 * says, but a key pair allows one request. No browser cache, since the ledger would count an answer that never came. No
 * caller can override these.
 */
const GUARDED = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  redirect: 'error',
  cache: 'no-store',
} as const;

/**
 * Google answers a revocation without CORS headers, so the request must use `no-cors`, and such a request must allow
 * redirects (Fetch 4.1). Only Google could redirect it, with a token that Google is revoking.
 */
const UNREAD = { ...GUARDED, mode: 'no-cors', redirect: 'follow' } as const;

/** The only way out for the core's requests. */
export interface Http {
  /** A `fetch` with this purpose and a deadline, without cookie, referrer or redirect. */
  for(purpose: OwnPurpose): typeof fetch;
  /** A path or address as an absolute URL of this server. */
  resolve(address: string): string;
  /** Restricts this grant to its provider's mailbox and revocation endpoint from now on. */
  keepGrant(grant: MailGrant): MailPlaces;
  /** Restricts this session's token to this server's calls from now on. */
  keepSession(session: ServerSession): void;
  /** A `fetch` for libraries that make requests of their own; it withholds the same tokens. */
  guarded(send: typeof fetch): typeof fetch;
}

export interface HttpOptions {
  /** Origin of our server, against which relative addresses are resolved. */
  origin: string;
  fetch: typeof fetch;
  /** Wraps a `fetch` so that its requests are entered in the ledger. */
  recording?: (send: typeof fetch, purpose: OwnPurpose) => typeof fetch;
}

/**
 * Wraps `fetch` so that every request has an absolute address, a purpose and a deadline, and none carries a token to
 * the wrong place.
 */
export function createHttp({ origin, fetch: given, recording }: HttpOptions): Http {
  const resolve = (address: string): string => new URL(address, origin).href;
  const guard = createTokenGuard(origin);
  return {
    resolve,
    guarded: (send) => guard.guarded(send),
    keepGrant(grant) {
      const places = mailPlaces(grant.provider, origin);
      guard.protect(grant.access_token, places);
      return places;
    },
    keepSession: ({ token }) => guard.protect(token, { header: resolve('/api/'), body: null }),
    for: (purpose) => {
      const send = guard.guarded(recording === undefined ? given : recording(given, purpose));
      return (input, init = {}) => {
        const request = input instanceof Request ? input : undefined;
        const url = input instanceof Request ? input.url : resolve(input instanceof URL ? input.href : input);
        const signal = endOf(init.signal ?? request?.signal ?? null, DEADLINE_MS[purpose]);
        return send(request ?? url, { ...init, ...(url === GOOGLE_REVOCATION ? UNREAD : GUARDED), signal });
      };
    },
  };
}

/** Aborts when the caller aborts or the deadline passes. */
function endOf(given: AbortSignal | null, deadlineMs: number | null): AbortSignal | null {
  if (deadlineMs === null) return given;
  const deadline = AbortSignal.timeout(deadlineMs);
  return given === null ? deadline : AbortSignal.any([given, deadline]);
}

/** Seconds from a `Retry-After` header: delta-seconds or an HTTP date (RFC 9110 10.2.3). */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
