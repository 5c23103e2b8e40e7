import { describe, expect, it } from 'vitest';
import { restoreProgress } from '../../../worker/scan/index.ts';
import { evidenceIds, fixture, mailboxOf, newsletter, ticket } from '../../support/scan/scan-fixture.ts';

describe('cancelling', () => {
  it('ends the scan at any point, without an error, and loses nothing that was stored', async () => {
    const mails = [...mailboxOf(90, 25), newsletter('n1')];
    const whole = await fixture(mails);
    await whole.scan({ thorough: true });
    const requests = whole.gmail.requests.length;
    const expected = evidenceIds(await whole.evidence());

    for (let at = 0; at < requests; at += 9) {
      const { scan, gmail, evidence } = await fixture(mails);
      const cancel = new AbortController();
      gmail.mishap = ({ number }) => {
        if (number === at) cancel.abort();
        return null;
      };
      const cancelled = await scan({ thorough: true, signal: cancel.signal });
      expect(cancelled).toMatchObject({ phase: 'cancelled', error: null, activity: null });
      gmail.mishap = () => null;
      expect(await scan({ thorough: true })).toMatchObject({ phase: 'done' });
      expect(evidenceIds(await evidence())).toEqual(expected);
    }
  });

  it('leaves nothing that is still sent or stored afterwards', async () => {
    const { scan, gmail, store } = await fixture(mailboxOf(0, 30));
    const cancel = new AbortController();
    gmail.mishap = ({ kind }) => {
      if (kind === 'raw') cancel.abort();
      return null;
    };
    await scan({ signal: cancel.signal });
    const sent = gmail.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(gmail.requests.length).toBe(sent);
    expect(await store.get('evidence')).toBeUndefined();
    expect(await restoreProgress(store)).toMatchObject({ phase: 'cancelled', error: null, candidates: 30 });
  });

  it('keeps no verdict whose key look-up was interrupted', async () => {
    const { scan, evidence } = await fixture([ticket('t1', { signed: true })]);
    const cancel = new AbortController();
    const lookup = (): Promise<string[]> => {
      cancel.abort();
      return Promise.reject(new Error('aborted'));
    };
    expect(await scan({ signal: cancel.signal, lookup })).toMatchObject({ phase: 'cancelled' });
    expect(await evidence()).toEqual([]);
  });

  it('changes nothing before the start', async () => {
    const { scan, gmail, store } = await fixture(mailboxOf(0, 3));
    expect(await scan({ signal: AbortSignal.abort() })).toMatchObject({ phase: 'cancelled' });
    expect(gmail.requests).toEqual([]);
    expect(await store.get('checkpoint')).toBeUndefined();
  });
});

describe('a worker that is killed', () => {
  it('leaves, at any commit, a checkpoint from which the next one completes the scan', async () => {
    const mails = [...mailboxOf(60, 25), newsletter('n1')];
    const killed = new Error('killed');
    const restored: string[] = [];
    for (let at = 0, done = false; !done; at++) {
      const { scan, store, restarted } = await fixture(mails);
      let commits = 0;
      const dying = {
        ...store,
        put: () => Promise.reject(killed),
        commit: (changes: Parameters<typeof store.commit>[0]) =>
          commits++ === at ? Promise.reject(killed) : store.commit(changes),
      };
      done = (await scan({ thorough: true, store: dying })).phase === 'done';
      const next = await restarted();
      const { phase, error } = await restoreProgress(next.store);
      restored.push(`${phase} ${error?.code ?? null}`);
      expect(await next.scan({ thorough: true })).toMatchObject({ phase: 'done' });
      expect(evidenceIds(await next.evidence())).toHaveLength(25);
    }
    expect(restored[0]).toBe('idle null');
    expect(new Set(restored.slice(1, -1))).toEqual(new Set(['paused null']));
    expect(restored.at(-1)).toBe('done null');
    expect(restored.length).toBeGreaterThan(10);
  });
});

describe('two scans at once', () => {
  it('are refused: the second is told that one is running', async () => {
    const { scan, gmail } = await fixture(mailboxOf(0, 3));
    let held = false;
    const locks = {
      async request(
        _name: string,
        _options: unknown,
        work: (lock: unknown) => Promise<unknown>,
      ): Promise<unknown> {
        if (held) return work(null);
        held = true;
        try {
          return await work({});
        } finally {
          held = false;
        }
      },
    } as unknown as LockManager;
    const first = scan({ locks });
    await expect(scan({ locks })).rejects.toMatchObject({ code: 'scan_running' });
    expect(await first).toMatchObject({ phase: 'done' });
    expect(gmail.count('profile')).toBe(1);
    expect(await scan({ locks })).toMatchObject({ phase: 'done' });
  });
});
