import type { Clock } from '../clock.ts';
import { AppFailure, failure } from '../errors.ts';
import { TransientFault } from './transient.ts';

/** Members of a batch of metadata or full mails, fetched in parallel (DESIGN 5). */
export const HEADER_BATCH = 40;
/** Members of a batch of raw mails, which may be large (DESIGN 5). */
export const RAW_BATCH = 10;
/** How often a batch is tried before the scan pauses (DESIGN 5). */
export const MAX_ATTEMPTS = 5;
/** The wait after a failed attempt, in milliseconds (DESIGN 5). */
export const RETRY_WAIT_MS = 1_000;
/** A provider that asks for more than this, in milliseconds, pauses the scan instead of holding it. */
export const LONGEST_WAIT_MS = 120_000;
/** At most this part of a wait that the provider asked for is added to it, so that devices do not return at once. */
const JITTER = 0.25;

export interface RetryOptions {
  clock: Clock;
  signal: AbortSignal;
  /** From 0 to below 1; for the jitter. */
  random?: () => number;
  /** Told before each wait, in milliseconds. */
  onWait?: (ms: number) => void;
}

export interface BatchOutcome<T> {
  /** What was fetched, by id, whatever became of the other members. */
  fetched: Map<string, T>;
  /** Why the rest is missing: `Max fetch attempts reached`, or a failure that no attempt can mend. */
  failure: AppFailure | null;
  /** The members that failed at the last attempt, with their faults. */
  failed: Map<string, AppFailure>;
}

/**
 * Fetches the members of one batch in parallel: up to five attempts, each with the failed members only, one
 * second apart, longer when the provider asks for it (DESIGN 5).
 *
 * @throws the signal's reason when it is aborted, and anything that is no AppFailure
 */
export async function fetchBatch<T>(
  ids: readonly string[],
  fetchOne: (id: string, signal: AbortSignal) => Promise<T>,
  { clock, signal, random = Math.random, onWait }: RetryOptions,
): Promise<BatchOutcome<T>> {
  const fetched = new Map<string, T>();
  let open = [...ids];
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const answers = await Promise.allSettled(open.map((id) => fetchOne(id, signal)));
    signal.throwIfAborted();

    const faults = new Map<string, TransientFault>();
    const final = new Map<string, AppFailure>();
    for (const [index, answer] of answers.entries()) {
      const id = open[index] ?? '';
      if (answer.status === 'fulfilled') fetched.set(id, answer.value);
      else if (answer.reason instanceof TransientFault) faults.set(id, answer.reason);
      else if (answer.reason instanceof AppFailure) final.set(id, answer.reason);
      else throw answer.reason;
    }
    const [unmendable] = final.values();
    if (unmendable !== undefined)
      return { fetched, failure: unmendable, failed: new Map([...faults, ...final]) };
    if (faults.size === 0) return { fetched, failure: null, failed: faults };

    const wait = waitAfter([...faults.values()], attempt, random);
    if (attempt === MAX_ATTEMPTS || wait > LONGEST_WAIT_MS) {
      return { fetched, failure: exhausted([...faults.values()]), failed: faults };
    }
    onWait?.(wait);
    await clock.sleep(wait, signal);
    open = [...faults.keys()];
  }
}

/**
 * One call with the same attempts and waits as a batch.
 *
 * @throws AppFailure `Max fetch attempts reached` after the fifth attempt; other failures as they come
 */
export async function fetchWithRetry<T>(
  call: (signal: AbortSignal) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { fetched, failure: failed } = await fetchBatch(
    ['call'],
    async (_, signal) => ({ value: await call(signal) }),
    options,
  );
  const answer = fetched.get('call');
  if (answer === undefined) throw failed ?? failure('fetch_attempts_reached');
  return answer.value;
}

function waitAfter(faults: readonly TransientFault[], attempt: number, random: () => number): number {
  const asked = Math.max(...faults.map((fault) => fault.retryAfterMs ?? 0));
  if (asked > 0) return Math.max(RETRY_WAIT_MS, asked) * (1 + JITTER * random());
  // A limit without a time: the wait doubles, as Gmail's guide to errors advises.
  if (faults.some((fault) => fault.rateLimited)) return RETRY_WAIT_MS * 2 ** (attempt - 1) * (1 + random());
  return RETRY_WAIT_MS;
}

function exhausted(faults: readonly TransientFault[]): AppFailure {
  const [cause] = faults;
  const asked = Math.max(...faults.map((fault) => fault.retryAfterMs ?? 0));
  return failure(
    'fetch_attempts_reached',
    asked > 0 ? { cause, retryAfter: Math.ceil(asked / 1_000) } : { cause },
  );
}
