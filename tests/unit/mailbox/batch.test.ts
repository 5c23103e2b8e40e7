import { describe, expect, it } from 'vitest';
import { failure } from '../../../worker/errors.ts';
import type { BatchEnd, RetryOptions } from '../../../worker/mailbox/batch.ts';
import { fetchBatch, fetchWithRetry, LONGEST_WAIT_MS } from '../../../worker/mailbox/batch.ts';
import { TransientFault } from '../../../worker/mailbox/transient.ts';
import type { TransientDetails } from '../../../worker/mailbox/transient.ts';
import { never } from '../../support/mailbox/scripted-gmail.ts';
import { turns } from '../../support/turns.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function fault(details: TransientDetails = {}): TransientFault {
  return new TransientFault('email_failed', details);
}

/** A batch and everything that it delivered. */
async function fetchAll<T>(
  ids: readonly string[],
  fetchOne: (id: string, signal: AbortSignal) => Promise<T>,
  options: RetryOptions,
): Promise<BatchEnd & { fetched: Map<string, T> }> {
  const fetched = new Map<string, T>();
  const take = (arrived: ReadonlyMap<string, T>): void => {
    for (const [id, value] of arrived) fetched.set(id, value);
  };
  return { ...(await fetchBatch(ids, fetchOne, take, options)), fetched };
}

describe('a batch', () => {
  it('fetches its members in parallel', async () => {
    const clock = new FakeClock();
    let underway = 0;
    let peak = 0;
    const fetchOne = async (id: string): Promise<string> => {
      peak = Math.max(peak, ++underway);
      await Promise.resolve();
      underway--;
      return id.toUpperCase();
    };
    const { fetched, failure: failed } = await fetchAll(['a', 'b', 'c'], fetchOne, {
      clock,
      signal: never,
    });
    expect([...fetched]).toEqual([
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
    ]);
    expect(failed).toBeNull();
    expect(peak).toBe(3);
  });

  it('retries only the failed members, one second later', async () => {
    const clock = new FakeClock();
    const asked: string[] = [];
    const attempts = new Map<string, number>();
    const fetchOne = async (id: string): Promise<string> => {
      asked.push(id);
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      if ((id === 'b' && attempt < 3) || (id === 'c' && attempt < 2)) throw fault();
      return id;
    };
    const { fetched } = await fetchAll(['a', 'b', 'c'], fetchOne, { clock, signal: never });
    expect(asked).toEqual(['a', 'b', 'c', 'b', 'c', 'b']);
    expect(clock.slept).toEqual([1_000, 1_000]);
    expect([...fetched.keys()].toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('gives up after the fifth attempt with `Max fetch attempts reached`, and keeps what was fetched', async () => {
    const clock = new FakeClock();
    let attempts = 0;
    const outcome = await fetchAll(
      ['good', 'bad'],
      async (id) => {
        if (id === 'good') return id;
        attempts++;
        throw fault({ id });
      },
      { clock, signal: never },
    );
    expect(attempts).toBe(5);
    expect(clock.slept).toEqual([1_000, 1_000, 1_000, 1_000]);
    expect(outcome.failure?.code).toBe('fetch_attempts_reached');
    expect(outcome.failure?.message).toBe('Max fetch attempts reached');
    expect([...outcome.fetched.keys()]).toEqual(['good']);
    expect(outcome.failed.get('bad')?.message).toBe('Failed to fetch email with ID: bad');
  });

  it('waits as long as the provider asks, plus a random moment', async () => {
    const clock = new FakeClock();
    let attempt = 0;
    const fetchOne = async (): Promise<null> => {
      if (++attempt === 1) throw fault({ rateLimited: true, retryAfterMs: 8_000 });
      return null;
    };
    const waits: number[] = [];
    const options = { clock, signal: never, random: () => 0.5, onWait: (ms: number) => waits.push(ms) };
    await fetchAll(['a'], fetchOne, options);
    expect(clock.slept).toEqual([9_000]);
    expect(waits).toEqual([9_000]);
  });

  it('never waits less than a second, even when the provider asks for less', async () => {
    const clock = new FakeClock();
    let attempt = 0;
    const fetchOne = async (): Promise<null> => {
      if (++attempt === 1) throw fault({ rateLimited: true, retryAfterMs: 10 });
      return null;
    };
    await fetchAll(['a'], fetchOne, { clock, signal: never, random: () => 0 });
    expect(clock.slept).toEqual([1_000]);
  });

  it('doubles the wait each time when a rate limit names no time', async () => {
    const clock = new FakeClock();
    const fetchOne = async (): Promise<null> => {
      throw fault({ rateLimited: true });
    };
    await fetchAll(['a'], fetchOne, { clock, signal: never, random: () => 0 });
    expect(clock.slept).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('pauses at once, and says when to come back, when the provider asks for a very long wait', async () => {
    const clock = new FakeClock();
    const fetchOne = async (): Promise<null> => {
      throw fault({ rateLimited: true, retryAfterMs: LONGEST_WAIT_MS * 10 });
    };
    const outcome = await fetchAll(['a'], fetchOne, { clock, signal: never });
    expect(clock.slept).toEqual([]);
    expect(outcome.failure?.code).toBe('fetch_attempts_reached');
    expect(outcome.failure?.retryAfter).toBe((LONGEST_WAIT_MS * 10) / 1_000);
  });

  it('makes no further attempt after a permanent failure, and keeps what was fetched', async () => {
    const clock = new FakeClock();
    const outcome = await fetchAll(
      ['a', 'b', 'c'],
      async (id) => {
        if (id === 'a') return id;
        throw id === 'b' ? fault() : failure('token_expired');
      },
      { clock, signal: never },
    );
    expect(clock.slept).toEqual([]);
    expect(outcome.failure?.code).toBe('token_expired');
    expect([...outcome.fetched.keys()]).toEqual(['a']);
  });

  it('rejects with the abort reason when it is cancelled, during an attempt and during a wait', async () => {
    const clock = new FakeClock();
    const inAttempt = new AbortController();
    const fetching = fetchAll(
      ['a'],
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(fault()))),
      { clock, signal: inAttempt.signal },
    );
    inAttempt.abort();
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });

    const inWait = new AbortController();
    const waiting = fetchAll(['a'], () => Promise.reject(fault()), {
      clock,
      signal: inWait.signal,
      onWait: () => queueMicrotask(() => inWait.abort()),
    });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('delivers what has arrived while another mail is slow, and again while one waits for its next attempt', async () => {
    const slow = Promise.withResolvers<string>();
    const handedOn: string[][] = [];
    let waiting = false;
    const batch = fetchBatch(
      ['quick', 'slow', 'bad'],
      async (id) => {
        if (id === 'quick') return id;
        if (id === 'slow') return slow.promise;
        throw fault();
      },
      (arrived) => {
        expect(waiting).toBe(false);
        handedOn.push([...arrived.keys()]);
        if (arrived.has('quick')) slow.resolve('slow');
      },
      { clock: new FakeClock(), signal: never, onWait: () => (waiting = true) },
    );
    await expect(batch).resolves.toMatchObject({ failure: { code: 'fetch_attempts_reached' } });
    expect(handedOn).toEqual([['quick'], ['slow']]);
  });

  it('delivers together what arrives during a delivery', async () => {
    const others = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const handedOn: string[][] = [];
    await fetchBatch(
      ['0', '1', 'first'],
      async (id) => (id === 'first' ? id : (others[Number(id)]?.promise ?? '')),
      async (arrived) => {
        handedOn.push([...arrived.keys()]);
        for (const other of others) other.resolve('later');
        await turns();
      },
      { clock: new FakeClock(), signal: never },
    );
    expect(handedOn).toEqual([['first'], ['0', '1']]);
  });

  it('stops running requests when a delivery fails', async () => {
    const aborted: string[] = [];
    const batch = fetchBatch(
      ['good', 'hanging'],
      (id, signal) =>
        id === 'good'
          ? Promise.resolve(id)
          : new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => {
                aborted.push(id);
                reject(fault());
              }),
            ),
      () => Promise.reject(failure('storage_full')),
      { clock: new FakeClock(), signal: never },
    );
    await expect(batch).rejects.toMatchObject({ code: 'storage_full' });
    expect(aborted).toEqual(['hanging']);
  });

  it('does not hide a bug in the program', async () => {
    const broken = fetchAll(['a'], () => Promise.reject(new RangeError('a bug')), {
      clock: new FakeClock(),
      signal: never,
    });
    await expect(broken).rejects.toThrow('a bug');
  });
});

describe('a bug in the program', () => {
  it('is not hidden either when it occurs during a delivery', async () => {
    const late = Promise.withResolvers<string>();
    const broken = fetchBatch(
      ['good', 'late'],
      (id) => (id === 'good' ? Promise.resolve(id) : late.promise),
      async () => {
        late.reject(new RangeError('a bug'));
        await turns();
      },
      { clock: new FakeClock(), signal: never },
    );
    await expect(broken).rejects.toThrow('a bug');
  });
});

describe('a single call', () => {
  it('also makes five attempts', async () => {
    const clock = new FakeClock();
    let attempts = 0;
    const call = fetchWithRetry(
      () => {
        attempts++;
        return Promise.reject(fault());
      },
      { clock, signal: never },
    );
    await expect(call).rejects.toMatchObject({ code: 'fetch_attempts_reached' });
    expect(attempts).toBe(5);
  });

  it('returns null like any other value', async () => {
    const call = fetchWithRetry(() => Promise.resolve(null), { clock: new FakeClock(), signal: never });
    await expect(call).resolves.toBeNull();
  });
});
