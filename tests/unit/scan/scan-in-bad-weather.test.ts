import { describe, expect, it } from 'vitest';
import { restoreProgress } from '../../../worker/scan/index.ts';
import type { ScriptedRequest } from '../../support/mailbox/scripted-gmail.ts';
import { evidenceIds, fixture, mailboxOf } from '../../support/scan/scan-fixture.ts';

describe('a scan with failures', () => {
  it('pauses after five attempts with `Max fetch attempts reached`, keeps what it fetched, and resumes from there', async () => {
    const { scan, gmail, evidence, restarted } = await fixture(mailboxOf(0, 25));
    let down = true;
    gmail.mishap = ({ kind, id }) => (down && kind === 'raw' && id === 't13' ? 'network' : null);
    const paused = await scan();
    expect(paused).toMatchObject({
      phase: 'paused',
      error: { code: 'fetch_attempts_reached', message: 'Max fetch attempts reached' },
    });
    expect(gmail.requests.filter(({ id }) => id === 't13')).toHaveLength(5);
    expect(evidenceIds(await evidence())).toHaveLength(19);

    down = false;
    const again = await restarted();
    expect(await restoreProgress(again.store)).toMatchObject({
      phase: 'paused',
      source: 'account',
      evidenceMails: 19,
      candidates: 25,
      done: 19,
      total: 25,
      error: { code: 'fetch_attempts_reached' },
    });
    expect(await again.scan()).toMatchObject({
      phase: 'done',
      evidenceMails: 25,
      candidates: 25,
      mailsRead: 25,
    });
    // Nothing is fetched a second time, except for the prefetched batch.
    const times = Map.groupBy(
      gmail.requests.filter(({ kind }) => kind === 'raw'),
      ({ id }) => id,
    );
    expect(times.get('t3')).toHaveLength(1);
    expect(times.get('t12')).toHaveLength(1);
  });

  it('pauses at an expired sign-in, and resumes after a new one', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(0, 25));
    let expired = true;
    gmail.mishap = ({ kind, id }) =>
      expired && kind === 'raw' && Number(id?.slice(1)) >= 12 ? new Response('{}', { status: 401 }) : null;
    expect(await scan()).toMatchObject({ phase: 'paused', error: { code: 'token_expired' } });
    expect(evidenceIds(await evidence())).toHaveLength(12);
    expired = false;
    expect(await scan()).toMatchObject({ phase: 'done', evidenceMails: 25 });
  });

  it('pauses when the profile cannot be fetched, and says when the person may come back', async () => {
    const { scan, gmail, store } = await fixture(mailboxOf(0, 2));
    gmail.mishap = () => new Response('{}', { status: 429, headers: { 'Retry-After': '600' } });
    expect(await scan()).toMatchObject({
      phase: 'paused',
      error: { code: 'fetch_attempts_reached', retryAfter: 600 },
    });
    expect(await store.get('checkpoint')).toBeUndefined();
    gmail.mishap = () => null;
    expect(await scan()).toMatchObject({ phase: 'done' });
  });

  it('pauses with `Error fetching emails` when the listing fails in an unexpected way', async () => {
    const { scan, store } = await fixture(mailboxOf(0, 3));
    let commits = 0;
    const broken = {
      ...store,
      commit: (changes: Parameters<typeof store.commit>[0]) =>
        commits++ === 0 ? store.commit(changes) : Promise.reject(new RangeError('a bug')),
    };
    expect(await scan({ store: broken })).toMatchObject({
      phase: 'paused',
      error: { code: 'listing_failed', message: 'Error fetching emails' },
    });
  });

  it('says that it is waiting', async () => {
    const { scan, gmail, events } = await fixture(mailboxOf(0, 2));
    gmail.mishap = ({ number }) =>
      number === 0 ? new Response('{}', { status: 429, headers: { 'Retry-After': '12' } }) : null;
    await scan();
    expect(events.map(({ activity }) => activity)).toContainEqual({ kind: 'waiting', seconds: 12 });
  });

  it('restarts a listing when its page token is no longer accepted', async () => {
    const { scan, gmail } = await fixture(mailboxOf(0, 23));
    gmail.pageSize = 5;
    const atPage = (token: string, { kind, url }: ScriptedRequest): boolean =>
      kind === 'list' && url.searchParams.get('pageToken') === token;
    gmail.mishap = (request) => (atPage('10', request) ? 'network' : null);
    expect(await scan()).toMatchObject({ phase: 'paused' });
    let refused = 0;
    gmail.mishap = (request) =>
      atPage('10', request) && refused++ === 0 ? new Response('{}', { status: 400 }) : null;
    expect(await scan()).toMatchObject({ phase: 'done', evidenceMails: 23, candidates: 23 });
  });

  it('pauses with `Failed to fetch emails` when the provider refuses a listing', async () => {
    const { scan, gmail } = await fixture(mailboxOf(0, 3));
    gmail.mishap = ({ kind }) => (kind === 'list' ? new Response('{}', { status: 400 }) : null);
    expect(await scan()).toMatchObject({
      phase: 'paused',
      error: { code: 'emails_failed', message: 'Failed to fetch emails' },
    });
  });

  it('is not held up for ever by a mail that always fails, and does not forget that mail', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(0, 12));
    gmail.mishap = ({ kind, id }) =>
      kind === 'raw' && id === 't4' ? new Response('{}', { status: 500 }) : null;
    expect(await scan()).toMatchObject({ phase: 'paused' });
    expect(await scan()).toMatchObject({ phase: 'paused' });
    expect(await scan()).toMatchObject({ phase: 'done', unreadable: 1 });
    expect(evidenceIds(await evidence())).toHaveLength(11);
    gmail.mishap = () => null;
    expect(await scan()).toMatchObject({ phase: 'done', unreadable: 0 });
    expect(evidenceIds(await evidence())).toHaveLength(12);
  });

  it('never counts a mail as unreadable because the network is down', async () => {
    const { scan, gmail } = await fixture(mailboxOf(0, 3));
    gmail.mishap = ({ kind }) => (kind === 'raw' ? 'network' : null);
    for (let run = 0; run < 5; run++) expect(await scan()).toMatchObject({ phase: 'paused', unreadable: 0 });
    gmail.mishap = () => null;
    expect(await scan()).toMatchObject({ phase: 'done', evidenceMails: 3 });
  });

  it('never spends more than the budget in any minute', async () => {
    const { scan, gmail } = await fixture(mailboxOf(900, 5));
    await scan({ thorough: true });
    const cost: Record<string, number> = { profile: 1, history: 2, list: 5, metadata: 20, full: 20, raw: 20 };
    for (const { at } of gmail.requests) {
      const minute = gmail.requests.filter((request) => request.at >= at && request.at <= at + 60_000);
      expect(minute.reduce((sum, { kind }) => sum + (cost[kind] ?? 0), 0)).toBeLessThanOrEqual(6_000);
    }
  });

  it('pauses when the device is full, loses nothing, and resumes when there is room', async () => {
    const { scan, store, evidence } = await fixture(mailboxOf(0, 25));
    const full = new DOMException('No room', 'QuotaExceededError');
    let commits = 0;
    const crowded = {
      ...store,
      commit: (changes: Parameters<typeof store.commit>[0]) => {
        if (changes.headers !== undefined && ++commits > 2) throw full;
        return store.commit(changes);
      },
    };
    expect(await scan({ store: crowded })).toMatchObject({
      phase: 'paused',
      error: { code: 'storage_full' },
    });
    expect(evidenceIds(await evidence())).toHaveLength(10);
    expect(await scan()).toMatchObject({ phase: 'done', evidenceMails: 25 });
  });
});
