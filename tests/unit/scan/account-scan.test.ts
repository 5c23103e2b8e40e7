import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import type { LoggedEvidence } from '../../../worker/records.ts';
import { restoreProgress } from '../../../worker/scan/index.ts';
import { mail } from '../mailbox/scripted-gmail.ts';
import type { ScriptedRequest } from '../mailbox/scripted-gmail.ts';
import { evidenceIds, fixture, letter, mailboxOf, newsletter, ticket } from './scan-fixture.ts';

describe('a default scan', () => {
  it('finds the travel mail of a mailbox of 10,000 within 1,500 quota units', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(9_960, 40));
    const progress = await scan();
    expect(progress).toMatchObject({
      phase: 'done',
      candidates: 40,
      evidenceMails: 40,
      mailsRead: 40,
      error: null,
    });
    expect(evidenceIds(await evidence())).toHaveLength(40);
    expect(gmail.units).toBeLessThanOrEqual(1_500);
    expect(gmail.count('metadata') + gmail.count('full')).toBe(0);
  });

  it('fetches raw mail in batches of 10, each mail once, however many searches find it', async () => {
    const both = ticket('both', { event: 'Devcon 7, EDCON 2024 and ETHDenver 2024' });
    const { scan, gmail, evidence } = await fixture([both, ...mailboxOf(30, 34)]);
    await scan();
    expect(gmail.count('raw')).toBe(35);
    expect(gmail.peak.get('raw')).toBe(10);
    const events = (await evidence())
      .filter(({ messageId }) => messageId === 'both')
      .map(({ event }) => event);
    expect(events.toSorted()).toEqual(['devcon', 'edcon', 'ethDenver24']);
  });

  it('keeps the candidates’ headers and no text of any mail', async () => {
    const { scan, store, evidence } = await fixture([ticket('t1'), letter('l1')]);
    await scan();
    expect(await store.headerIds()).toEqual(new Set(['t1']));
    expect(await store.header('t1')).toEqual({
      messageId: 't1',
      subject: 'Your ticket t1',
      from: 'Tickets <tickets@devcon.org>',
      to: 'robin.keller@mail.example',
      date: '',
      dkim: '',
    });
    const everything = JSON.stringify([
      await store.header('t1'),
      await evidence(),
      await store.get('checkpoint'),
    ]);
    expect(everything).not.toContain('badge');
  });

  it('does not drop a candidate because its subject was seen before', async () => {
    const mails = ['a', 'b', 'c'].map((id) => ticket(id, { subject: 'Your ticket' }));
    for (const thorough of [false, true]) {
      const { scan, evidence, store } = await fixture(mails);
      await scan({ thorough });
      expect(evidenceIds(await evidence())).toEqual(['a', 'b', 'c']);
      expect((await store.headerIds()).size).toBe(3);
    }
  });

  it('sets newsletters aside where there are many hits, and reads each of a few', async () => {
    const newsletters = Array.from({ length: 260 }, (_, index) => newsletter(`n${index}`));
    const many = await fixture([...mailboxOf(9_700, 40), ...newsletters]);
    expect(await many.scan()).toMatchObject({ phase: 'done', candidates: 40, evidenceMails: 40 });
    expect(many.gmail.units).toBeLessThanOrEqual(1_500);

    const few = await fixture([...mailboxOf(10, 5), ...newsletters.slice(0, 20)]);
    expect(await few.scan()).toMatchObject({ phase: 'done', candidates: 25, evidenceMails: 5 });
  });

  it('reads every hit when the provider refuses the searches that would narrow them', async () => {
    const newsletters = Array.from({ length: 70 }, (_, index) => newsletter(`n${index}`));
    const { scan, gmail } = await fixture([...mailboxOf(10, 5), ...newsletters]);
    gmail.mishap = ({ kind, url }) =>
      kind === 'list' && (url.searchParams.get('q')?.length ?? 0) > 1_000
        ? new Response('', { status: 414 })
        : null;
    expect(await scan()).toMatchObject({ phase: 'done', candidates: 75, evidenceMails: 5 });
  });

  it('narrows on where it was cut off', async () => {
    const newsletters = Array.from({ length: 70 }, (_, index) => newsletter(`n${index}`));
    const { scan, gmail } = await fixture([...mailboxOf(10, 5), ...newsletters]);
    let down = true;
    gmail.mishap = ({ kind, url }) =>
      down && kind === 'list' && url.searchParams.get('q')?.includes('inscription') === true
        ? 'network'
        : null;
    expect(await scan()).toMatchObject({ phase: 'paused' });
    down = false;
    const lists = gmail.count('list');
    expect(await scan()).toMatchObject({ phase: 'done', candidates: 5, evidenceMails: 5 });
    expect(gmail.count('list') - lists).toBeLessThan(CATALOG.events.length);
  });

  it('follows the pages of a search to their end', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(0, 23));
    gmail.pageSize = 5;
    await scan();
    expect(evidenceIds(await evidence())).toHaveLength(23);
  });

  it('of a mailbox without mail, or without travel, is done with nothing found', async () => {
    for (const mails of [[], mailboxOf(20, 0)]) {
      for (const thorough of [false, true]) {
        const { scan } = await fixture(mails);
        expect(await scan({ thorough })).toMatchObject({
          phase: 'done',
          candidates: 0,
          evidenceMails: 0,
          error: null,
        });
      }
    }
  });

  it('passes over mail that has vanished since it was listed', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(0, 3));
    gmail.mishap = ({ kind, id }) =>
      kind === 'raw' && id === 't1' ? new Response('{}', { status: 404 }) : null;
    expect(await scan()).toMatchObject({ phase: 'done', unreadable: 0 });
    expect(evidenceIds(await evidence())).toEqual(['t0', 't2']);
    expect(gmail.requests.filter(({ id }) => id === 't1')).toHaveLength(3);
  });

  it('does not lose a mail that the provider denies once', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(0, 3));
    const denied = new Set<string>();
    gmail.mishap = ({ id }) => {
      if (id === null || denied.has(id)) return null;
      denied.add(id);
      return new Response('{}', { status: 404 });
    };
    await scan({ thorough: true });
    expect(evidenceIds(await evidence())).toEqual(['t0', 't1', 't2']);
  });

  it('counts mail that cannot be read and goes on', async () => {
    const broken = { id: 'broken', raw: `\u0000\u0001 Devcon` };
    const { scan, evidence } = await fixture([broken, ticket('t1')]);
    const progress = await scan();
    expect(progress).toMatchObject({ phase: 'done', unreadable: 1 });
    expect(evidenceIds(await evidence())).toEqual(['t1']);
  });

  it('tells the page what it does, in order and not too often', async () => {
    const { scan, events, told, gmail } = await fixture(mailboxOf(50, 25));
    gmail.latencyMs = 30;
    await scan();
    const phases = events.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
    expect(phases).toEqual(['searching', 'reading', 'done']);
    const looking = events.filter(({ activity }) => /^Looking for tickets from \S+$/.test(activity));
    expect(looking.length).toBeGreaterThan(1);
    expect(looking.length).toBeLessThan(CATALOG.events.length);
    expect(events.some(({ activity }) => /^Reading mail \d+ of 25$/.test(activity))).toBe(true);
    expect(events.at(-1)).toMatchObject({
      done: 25,
      total: 25,
      evidenceMails: 25,
      activity: '',
      remainingMs: null,
    });
    // What arrives first is told at once, the rest of a batch together.
    expect(told.map((evidence) => evidence.length)).toEqual([1, 10, 11, 20, 21, 25]);
  });
});

describe('a thorough scan', () => {
  it('reads every header in batches of 40 and finds the same as the default scan', async () => {
    const mails = [...mailboxOf(90, 7), newsletter('n1')];
    const thorough = await fixture(mails);
    const progress = await thorough.scan({ thorough: true });
    expect(progress).toMatchObject({ phase: 'done', mailsRead: 98 + 8 });
    expect(thorough.gmail.count('metadata')).toBe(98);
    expect(thorough.gmail.peak.get('metadata')).toBe(40);
    const quick = await fixture(mails);
    await quick.scan();
    expect(evidenceIds(await thorough.evidence())).toEqual(evidenceIds(await quick.evidence()));
  });

  it('finds what no search finds, by sender and by subject', async () => {
    const hidden = [
      ticket('sender', { event: 'Devcon 7' }),
      ticket('subject', { subject: 'Ｄｅｖｃｏｎ 7 ticket' }),
    ];
    const { scan, gmail, evidence } = await fixture([...hidden, letter('l1')]);
    gmail.mishap = ({ kind, url }) =>
      kind === 'list' && url.searchParams.has('q') ? new Response('{"resultSizeEstimate":0}') : null;
    await scan({ thorough: true });
    expect(evidenceIds(await evidence())).toEqual(['sender', 'subject']);
  });

  it('keeps the first header of each distinct subject', async () => {
    const { scan, store } = await fixture([letter('a', 'Hello'), letter('b', 'Hello'), letter('c', 'Bye')]);
    await scan({ thorough: true });
    expect(await store.headerIds()).toEqual(new Set(['a', 'c']));
  });

  it('fetches a candidate as text when its header shows no signature, raw otherwise, and never both', async () => {
    const { scan, gmail, evidence } = await fixture([ticket('plain'), ticket('signed', { signed: true })]);
    await scan({ thorough: true });
    const fetched = gmail.requests.filter(({ kind }) => kind === 'full' || kind === 'raw');
    expect(fetched.map(({ kind, id }) => `${kind} ${id ?? ''}`).toSorted()).toEqual([
      'full plain',
      'raw signed',
    ]);
    expect(
      (await evidence()).map(({ messageId, tier, reason, event }) => ({ messageId, tier, reason, event })),
    ).toEqual([
      { messageId: 'plain', tier: 'selfAttested', reason: 'unsigned', event: 'devcon' },
      { messageId: 'signed', tier: 'selfAttested', reason: 'key-unknown', event: 'devcon' },
    ]);
  });

  it('gives the same evidence whether a mail is read as text or raw', async () => {
    const text = await fixture([ticket('t1')]);
    await text.scan({ thorough: true });
    const raw = await fixture([ticket('t1')]);
    await raw.scan();
    // A text carries its own date only; a raw mail the provider's.
    const undated = (entries: LoggedEvidence[]): unknown =>
      entries.map((entry) => ({ ...entry, date: null }));
    expect(undated(await text.evidence())).toEqual(undated(await raw.evidence()));
  });

  it('says at the start that the budget allows no more than some 300 mails a minute', async () => {
    const { scan, events, clock } = await fixture(mailboxOf(1_000, 0));
    const started = clock.now();
    await scan({ thorough: true });
    const minutes = (clock.now() - started) / 60_000;
    expect(minutes).toBeGreaterThan(2.5);
    const estimates = events.flatMap(({ phase, remainingMs }) =>
      phase === 'headers' && remainingMs !== null ? [remainingMs] : [],
    );
    expect(estimates[0]).toBeGreaterThan(2 * 60_000);
    expect(estimates[0]).toBeLessThan(4 * 60_000);
  });
});

describe('a repeated scan', () => {
  it('reads only what is new: 10 new mails cost at most 300 units', async () => {
    for (const thorough of [false, true]) {
      const { scan, gmail, evidence } = await fixture(mailboxOf(300, 20));
      await scan({ thorough });
      const before = gmail.units;
      gmail.deliver(
        ...Array.from({ length: 8 }, (_, index) => letter(`new${index}`)),
        ticket('new-a'),
        ticket('new-b'),
      );
      expect(await scan({ thorough })).toMatchObject({ phase: 'done', evidenceMails: 22 });
      expect(gmail.units - before).toBeLessThanOrEqual(300);
      expect(evidenceIds(await evidence())).toContain('new-b');
    }
  });

  it('without new mail costs next to nothing', async () => {
    const { scan, gmail } = await fixture(mailboxOf(100, 10));
    await scan();
    const before = gmail.units;
    expect(await scan()).toMatchObject({ phase: 'done', evidenceMails: 10 });
    expect(gmail.units - before).toBe(3);
  });

  it('lists everything again when the history has expired, and reads no mail twice', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(100, 10));
    await scan();
    gmail.deliver(ticket('new'));
    gmail.historyExpired = true;
    const before = gmail.count('raw');
    await scan();
    expect(gmail.count('raw') - before).toBe(1);
    expect(evidenceIds(await evidence())).toHaveLength(11);
  });

  it('follows the pages of the history', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(5, 1));
    await scan();
    gmail.deliver(...Array.from({ length: 12 }, (_, index) => ticket(`new${index}`)));
    gmail.pageSize = 5;
    await scan();
    expect(evidenceIds(await evidence())).toHaveLength(13);
  });

  it('that is thorough for the first time reads every header, and no candidate twice', async () => {
    const { scan, gmail } = await fixture(mailboxOf(50, 10));
    await scan();
    await scan({ thorough: true });
    expect(gmail.count('raw') + gmail.count('full')).toBe(10);
    // The candidates' headers were kept by the first scan.
    expect(gmail.count('metadata')).toBe(50);
  });

  it('reads every candidate again when the catalog has changed', async () => {
    const { scan, gmail } = await fixture(mailboxOf(10, 4));
    await scan();
    await scan({ catalog: { ...CATALOG, version: 'another' } });
    expect(gmail.count('raw')).toBe(8);
  });

  it('forgets what was found when the mailbox is another person’s', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(10, 4));
    await scan();
    gmail.mails = [ticket('other')];
    Object.assign(gmail, { address: 'eve@mail.example' });
    expect(await scan()).toMatchObject({ evidenceMails: 1 });
    expect(evidenceIds(await evidence())).toEqual(['other']);
  });
});

describe('a scan in bad weather', () => {
  it('pauses after five attempts with `Max fetch attempts reached`, keeps what it fetched, and goes on from there', async () => {
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
    // What was fetched before is not fetched again, save the prefetched batch.
    const times = Map.groupBy(
      gmail.requests.filter(({ kind }) => kind === 'raw'),
      ({ id }) => id,
    );
    expect(times.get('t3')).toHaveLength(1);
    expect(times.get('t12')).toHaveLength(1);
  });

  it('pauses at an expired sign-in, and goes on after a new one', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(0, 25));
    let expired = true;
    gmail.mishap = ({ kind, id }) =>
      expired && kind === 'raw' && Number(id?.slice(1)) >= 12 ? new Response('{}', { status: 401 }) : null;
    expect(await scan()).toMatchObject({ phase: 'paused', error: { code: 'token_expired' } });
    expect(evidenceIds(await evidence())).toHaveLength(12);
    expired = false;
    expect(await scan()).toMatchObject({ phase: 'done', evidenceMails: 25 });
  });

  it('pauses when the profile cannot be had, and tells when the person may come back', async () => {
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

  it('pauses with `Error fetching emails` when the listing fails in a way that nobody foresaw', async () => {
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

  it('says that it waits while it waits', async () => {
    const { scan, gmail, events } = await fixture(mailboxOf(0, 2));
    gmail.mishap = ({ number }) =>
      number === 0 ? new Response('{}', { status: 429, headers: { 'Retry-After': '12' } }) : null;
    await scan();
    expect(events.map(({ activity }) => activity)).toContain(
      'The mail server did not answer. Trying again in 12 seconds',
    );
  });

  it('begins a listing anew when its page token is no longer taken', async () => {
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

  it('does not let one mail that always fails hold it for ever, nor forget that mail', async () => {
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

  it('pauses when the device is full, with nothing lost, and goes on when there is room', async () => {
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

describe('cancelling', () => {
  it('ends the scan wherever it is, without an error, and loses nothing that was stored', async () => {
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
      expect(cancelled).toMatchObject({ phase: 'cancelled', error: null, activity: '' });
      gmail.mishap = () => null;
      expect(await scan({ thorough: true })).toMatchObject({ phase: 'done' });
      expect(evidenceIds(await evidence())).toEqual(expected);
    }
  });

  it('sends nothing and stores nothing afterwards', async () => {
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

  it('keeps no verdict whose key look-up was cut off', async () => {
    const { scan, evidence } = await fixture([ticket('t1', { signed: true })]);
    const cancel = new AbortController();
    const lookup = (): Promise<string[]> => {
      cancel.abort();
      return Promise.reject(new Error('aborted'));
    };
    expect(await scan({ signal: cancel.signal, lookup })).toMatchObject({ phase: 'cancelled' });
    expect(await evidence()).toEqual([]);
  });

  it('before the start changes nothing', async () => {
    const { scan, gmail, store } = await fixture(mailboxOf(0, 3));
    expect(await scan({ signal: AbortSignal.abort() })).toMatchObject({ phase: 'cancelled' });
    expect(gmail.requests).toEqual([]);
    expect(await store.get('checkpoint')).toBeUndefined();
  });
});

describe('a worker that is killed', () => {
  it('at any commit leaves a checkpoint from which the next one completes the scan', async () => {
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
  it('are not let through: the second is told that one is running', async () => {
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

describe('mail with an empty or encoded subject', () => {
  it('is evidence under the subject that a reader sees', async () => {
    const body = 'Registration for Devcon 7. Venue: QSNCC.\r\n';
    const empty = { id: 'empty', raw: mail({ From: 'x@devcon.org', Subject: '' }, body) };
    const encoded = {
      id: 'encoded',
      raw: mail({ From: 'x@devcon.org', Subject: '=?utf-8?B?44OB44Kx44OD44OI?=' }, body),
    };
    for (const thorough of [false, true]) {
      const { scan, evidence } = await fixture([empty, encoded]);
      await scan({ thorough });
      expect((await evidence()).map(({ subject }) => subject).toSorted()).toEqual(['No Subject', 'チケット']);
    }
  });
});
