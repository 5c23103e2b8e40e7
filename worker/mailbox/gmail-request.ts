import type { z } from 'zod';
import { abortReason } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { AppFailure } from '../errors.ts';
import { faultOf } from './gmail-faults.ts';
import type { Call } from './gmail-faults.ts';
import type { Quota } from './quota.ts';
import { TransientFault } from './transient.ts';

/** How long an answer may take to begin, in milliseconds. Browsers queue a batch behind a few connections. */
export const ANSWER_TIMEOUT_MS = 60_000;
/** How long an answer may pause, in milliseconds. A slow one that keeps moving is not cut off. */
export const IDLE_TIMEOUT_MS = 30_000;

export interface Connection {
  /** The address up to `/users/me`, without a slash at the end. */
  baseUrl: string;
  /** Returns the current access token. */
  token: () => string;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  quota: Quota;
  /** Awaited before and while processing an answer that may be large. */
  slices: (signal: AbortSignal) => Promise<void>;
}

/** A query. An undefined value is left out; a list repeats its name. */
export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

/**
 * One GET request.
 *
 * @returns the checked answer, or null on 404
 * @throws AppFailure as {@link faultOf} maps it; a TransientFault when the network fails, the answer stalls or is not
 *   what the API promises; the signal's reason on an abort
 */
export async function request<T>(
  connection: Connection,
  call: Call,
  cost: number,
  path: string,
  query: Query,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T | null> {
  await connection.quota.take(cost, signal);
  const { response, body } = await exchange(connection, call, url(connection.baseUrl, path, query), signal);
  if (response.status === 404) return null;
  if (!response.ok) throw faultOf(call, response, body, connection.clock.now());
  await connection.slices(signal);
  try {
    return schema.parse(JSON.parse(body));
  } catch (cause) {
    throw new TransientFault(call.code, { ...call, cause, answered: true });
  }
}

function url(baseUrl: string, path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return `${baseUrl}/${path}${text === '' ? '' : `?${text}`}`;
}

/** Sends the request and reads the whole answer. Each piece that arrives restarts the idle timer. */
async function exchange(
  { token, fetch, clock }: Connection,
  call: Call,
  target: string,
  signal: AbortSignal,
): Promise<{ response: Response; body: string }> {
  const stalled = new AbortController();
  const within = AbortSignal.any([signal, stalled.signal]);
  const watched = async <T>(step: Promise<T>, patienceMs = IDLE_TIMEOUT_MS): Promise<T> => {
    const timer = new AbortController();
    void clock.sleep(patienceMs, timer.signal).then(
      () => stalled.abort(new Error('The answer stalled')),
      () => undefined,
    );
    try {
      return await Promise.race([step, aborted(within)]);
    } finally {
      timer.abort();
    }
  };
  try {
    const headers = { Authorization: `Bearer ${token()}`, Accept: 'application/json' };
    const sent = fetch(target, { headers, signal: within, cache: 'no-store', redirect: 'error' });
    const response = await watched(sent, ANSWER_TIMEOUT_MS);
    return { response, body: await readText(response, watched) };
  } catch (cause) {
    if (signal.aborted) throw abortReason(signal);
    stalled.abort();
    // An expired grant is not a fault of the network.
    if (cause instanceof AppFailure) throw cause;
    throw new TransientFault(call.code, { ...call, cause });
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(abortReason(signal));
    else signal.addEventListener('abort', () => reject(abortReason(signal)), { once: true });
  });
}

async function readText(response: Response, watched: <T>(step: Promise<T>) => Promise<T>): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await watched(reader.read());
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}
