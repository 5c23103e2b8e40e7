import type { Clock } from '../clock.ts';
import { AppFailure, failure } from '../errors.ts';
import { TransientFault } from './transient.ts';

/** Mails in a batch of metadata or full fetches, which run in parallel. */
export const HEADER_BATCH = 40;
/** Mails in a batch of raw fetches; smaller, because raw mails may be large. */
export const RAW_BATCH = 10;
/** Attempts for a batch before the scan pauses. */
export const MAX_ATTEMPTS = 5;
/** Wait after a failed attempt, in milliseconds. */
export const RETRY_WAIT_MS = 1_000;
/** Longest wait that a provider can ask for, in milliseconds. A longer one pauses the scan. */
export const LONGEST_WAIT_MS = 120_000;
/**
 * Up to this share of a wait that the provider asked for is added at random, so that devices do not all return at once.
 */
const JITTER = 0.25;

export interface RetryOptions {
  clock: Clock;
  signal: AbortSignal;
  /** For the jitter: from 0 to below 1. */
  random?: () => number;
  /** Called before each wait, with its length in milliseconds. */
  onWait?: (ms: number) => void;
}

/** The outcome of a batch, after everything that could be fetched was passed on. */
export interface BatchEnd {
  /** Why the rest is missing: `Max fetch attempts reached`, or a failure that another attempt would not fix. */
  failure: AppFailure | null;
  /** The mails that failed at the last attempt, with their faults. */
  failed: Map<string, AppFailure>;
}

/**
 * Fetches the mails of one batch in parallel, in up to five attempts. Each further attempt asks only for those that
 * failed, a second later or when the provider says.
 *
 * Mails are passed on as they arrive, so that none waits unstored for a slow one or a retry.
 *
 * @param take receives everything that arrived since its last call, one call at a time; an error in it ends the batch
 * @returns the outcome of the batch
 * @throws the signal's reason on an abort, and anything that is not an AppFailure
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
    // If `take` threw, some requests are still under way.
    over.abort();
  }
}

interface Faults {
  faults: Map<string, TransientFault>;
  final: Map<string, AppFailure>;
}

/** One attempt at these mails: passes on what arrives and returns the faults of the others. */
async function attemptAll<T>(
  ids: readonly string[],
  fetchOne: (id: string) => Promise<T>,
  take: (arrived: ReadonlyMap<string, T>) => void | Promise<void>,
  signal: AbortSignal,
): Promise<Faults> {
  const faults = new Map<string, TransientFault>();
  const final = new Map<string, AppFailure>();
  /** Errors in the program rather than in the mailbox. */
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
  // The last ones may have finished while `take` was running.
  signal.throwIfAborted();
  if (defects.length > 0) throw defects[0];
  return { faults, final };
}

/**
 * One call, with the same attempts and waits as a batch.
 *
 * @throws AppFailure `Max fetch attempts reached` after the fifth attempt; other failures at once
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
  // For a limit without a time the wait doubles, as Gmail's guide to errors advises.
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
