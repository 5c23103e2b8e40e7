/** Why a request is made; shown in the privacy ledger in words. */
export type Purpose =
  | 'configuration'
  | 'catalog'
  | 'signature keys'
  | 'sign-in'
  | 'mailbox'
  | 'account'
  | 'identity'
  | 'public keys'
  | 'comparison'
  | 'disclosure';

/** How long an answer may take before the request is given up, body included. Milliseconds. */
const DEADLINE_MS: Readonly<Record<Purpose, number>> = {
  configuration: 5_000,
  catalog: 10_000,
  'signature keys': 15_000,
  'sign-in': 20_000,
  // One mail of 25 MB on a slow phone.
  mailbox: 120_000,
  account: 20_000,
  identity: 20_000,
  'public keys': 60_000,
  // The server queues rounds and may take a while under load.
  comparison: 60_000,
  disclosure: 20_000,
};

export interface SentRequest {
  purpose: Purpose;
  method: string;
  url: string;
}

/** The one place through which the core's requests go out. */
export interface Http {
  /** A `fetch` whose requests carry this purpose, a deadline, and no cookie or referrer. */
  for(purpose: Purpose): typeof fetch;
  /** A path or address as an absolute URL of this server. */
  resolve(address: string): string;
}

export interface HttpOptions {
  /** Origin of our server, against which relative addresses are resolved. */
  origin: string;
  fetch: typeof fetch;
  /** Called before each request; the ledger's hook. */
  onRequest?: (request: SentRequest) => void;
}

/** Wraps `fetch` so that every request has an absolute address, a purpose and a deadline. */
export function createHttp({ origin, fetch: send, onRequest }: HttpOptions): Http {
  const resolve = (address: string): string => new URL(address, origin).href;
  return {
    resolve,
    for:
      (purpose) =>
      (input, init = {}) => {
        const request = input instanceof Request ? input : undefined;
        const url = input instanceof Request ? input.url : resolve(input instanceof URL ? input.href : input);
        onRequest?.({ purpose, method: init.method ?? request?.method ?? 'GET', url });
        const deadline = AbortSignal.timeout(DEADLINE_MS[purpose]);
        const given = init.signal ?? request?.signal;
        const signal = given === undefined || given === null ? deadline : AbortSignal.any([given, deadline]);
        return send(request ?? url, { credentials: 'omit', referrerPolicy: 'no-referrer', ...init, signal });
      },
  };
}

/** Seconds from a `Retry-After` header: delta-seconds or an HTTP date (RFC 9110 10.2.3). */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
