import { describe, expect, it, vi } from 'vitest';
import { PING_MS, READY_MS, createReadiness } from '../../../server/web/readiness.ts';

/** A database that answers on command. */
function database() {
  const pings: PromiseWithResolvers<void>[] = [];
  let time = 1_000_000;
  const ping = (): Promise<void> => {
    const asked = Promise.withResolvers<void>();
    pings.push(asked);
    return asked.promise;
  };
  return {
    pings,
    pass: (ms: number) => {
      time += ms;
    },
    ready: createReadiness(ping, () => time),
  };
}

describe('readiness', () => {
  it('asks the database once for all callers that wait for the answer', async () => {
    const { pings, ready, pass } = database();
    const first = ready();
    pass(10 * READY_MS);
    const others = [ready(), ready()];
    expect(pings).toHaveLength(1);
    pings[0]?.resolve();
    await Promise.all([first, ...others]);
  });

  it('does not wait for a database that never answers, and asks it again', async () => {
    vi.useFakeTimers();
    try {
      const { pings, ready, pass } = database();
      const hung = ready().catch((error: unknown) => String(error));
      await vi.advanceTimersByTimeAsync(PING_MS);
      await expect(hung).resolves.toContain('did not answer in time');
      pass(READY_MS);
      const next = ready();
      pings[1]?.resolve();
      await expect(next).resolves.toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is reused for a time after the answer, then checked again', async () => {
    const { pings, ready, pass } = database();
    const first = ready();
    pass(5 * READY_MS);
    pings[0]?.resolve();
    await first;
    pass(READY_MS - 1);
    await ready();
    expect(pings).toHaveLength(1);
    pass(1);
    const next = ready();
    expect(pings).toHaveLength(2);
    pings[1]?.resolve();
    await next;
  });

  it('is kept for the same time when it is denied, and then recovers', async () => {
    const { pings, ready, pass } = database();
    const first = ready();
    pings[0]?.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await expect(ready()).rejects.toThrow('away');
    expect(pings).toHaveLength(1);
    pass(READY_MS);
    const next = ready();
    pings[1]?.resolve();
    await expect(next).resolves.toBeUndefined();
    await expect(ready()).resolves.toBeUndefined();
  });
});
