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

/** How a batch ended, after all that could be fetched was handed on. */
export interface BatchEnd {
  /** Why the rest is missing: `Max fetch attempts reached`, or a failure that no attempt can mend. */
  failure: AppFailure | null;
  /** The members that failed at the last attempt, with their faults. */
  failed: Map<string, AppFailure>;
}

/**
 * Fetches the members of one batch in parallel: up to five attempts, each with the failed members only, one
 * second apart, longer when the provider asks for it (DESIGN 5).
 *
 * Members are handed on as they arrive, so that none has to wait, unstored, for one that is slow or is tried
 * again.
 *
 * @param take is given all that has arrived since its last call, one call at a time; what it throws ends the batch
 * @returns how the batch ended
 * @throws the signal's reason when it is aborted, and anything that is no AppFailure
 */
export async function fetchBatch<T>(
  ids: readonly string[],
  fetchOne: (id: string, signal: AbortSignal) => Promise<T>,
  take: (arrived: ReadonlyMap<string, T>) => void | Promise<void>,
  { clock, signal, random = Math.random, onWait }: RetryOptions,
): Promise<BatchEnd> {
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  try {
    let open = [...ids];
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const { faults, final } = await attemptAll(open, (id) => fetchOne(id, within), take, signal);
      const [unmendable] = final.values();
      if (unmendable !== undefined) return { failure: unmendable, failed: new Map([...faults, ...final]) };
      if (faults.size === 0) return { failure: null, failed: faults };

      const wait = waitAfter([...faults.values()], attempt, random);
      if (attempt === MAX_ATTEMPTS || wait > LONGEST_WAIT_MS) {
        return { failure: exhausted([...faults.values()]), failed: faults };
      }
      onWait?.(wait);
      await clock.sleep(wait, signal);
      open = open.filter((id) => faults.has(id));
    }
  } finally {
    // Where `take` threw, some requests are still under way.
    over.abort();
  }
}

interface Faults {
  faults: Map<string, TransientFault>;
  final: Map<string, AppFailure>;
}

/** One attempt at these members: hands on what arrives, and returns the faults of the others. */
async function attemptAll<T>(
  ids: readonly string[],
  fetchOne: (id: string) => Promise<T>,
  take: (arrived: ReadonlyMap<string, T>) => void | Promise<void>,
  signal: AbortSignal,
): Promise<Faults> {
  const faults = new Map<string, TransientFault>();
  const final = new Map<string, AppFailure>();
  /** Faults of the program, not of the mailbox. */
  const defects: unknown[] = [];
  let arrived = new Map<string, T>();
  const underway = new Set(ids);
  let news = Promise.withResolvers<void>();
  const fetching = async (id: string): Promise<void> => {
    try {
      const value = await fetchOne(id);
      arrived.set(id, value);
    } catch (fault) {
      if (fault instanceof TransientFault) faults.set(id, fault);
      else if (fault instanceof AppFailure) final.set(id, fault);
      else defects.push(fault);
    }
    underway.delete(id);
    news.resolve();
  };
  for (const id of ids) void fetching(id);

  while (underway.size > 0 || arrived.size > 0) {
    if (arrived.size === 0) await news.promise;
    news = Promise.withResolvers();
    signal.throwIfAborted();
    if (defects.length > 0) throw defects[0];
    if (arrived.size === 0) continue;
    const handedOn = arrived;
    arrived = new Map();
    await take(handedOn);
  }
  // The last ones may have ended while others were being taken.
  signal.throwIfAborted();
  if (defects.length > 0) throw defects[0];
  return { faults, final };
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
  const answers: { value: T }[] = [];
  const { failure: failed } = await fetchBatch(
    ['call'],
    async (_, signal) => ({ value: await call(signal) }),
    (arrived) => void answers.push(...arrived.values()),
    options,
  );
  const [answer] = answers;
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
