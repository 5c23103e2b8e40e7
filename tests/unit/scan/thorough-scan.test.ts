import { describe, expect, it } from 'vitest';
import type { LoggedEvidence } from '../../../worker/records.ts';
import {
  evidenceIds,
  fixture,
  letter,
  mailboxOf,
  newsletter,
  ticket,
} from '../../support/scan/scan-fixture.ts';

describe('a thorough scan', () => {
  it('reads every header in batches of 40 and finds the same as the default scan', async () => {
    const mails = [...mailboxOf(90, 7), newsletter('n1')];
    const thorough = await fixture(mails);
    const progress = await thorough.scan({ thorough: true });
    expect(progress).toMatchObject({ phase: 'done', mailsRead: 98, mails: 98 });
    expect(thorough.gmail.count('metadata')).toBe(98);
    expect(thorough.gmail.peak.get('metadata')).toBe(40);
    const quick = await fixture(mails);
    await quick.scan();
    expect(evidenceIds(await thorough.evidence())).toEqual(evidenceIds(await quick.evidence()));
  });

  it('counts each mail once, and never more mails than there are', async () => {
    const { scan, gmail, events } = await fixture(mailboxOf(90, 7));
    const cut = new AbortController();
    gmail.mishap = ({ kind }) => {
      if (kind === 'raw' || kind === 'full') cut.abort();
      return null;
    };
    expect(await scan({ thorough: true, signal: cut.signal })).toMatchObject({ phase: 'cancelled' });
    gmail.mishap = () => null;
    expect(await scan({ thorough: true })).toMatchObject({ phase: 'done', mailsRead: 97, mails: 97 });
    expect(events.filter(({ mailsRead, mails }) => mailsRead > mails)).toEqual([]);
    // Headers that an earlier scan kept are read from the store, not fetched.
    expect(await scan({ thorough: true })).toMatchObject({ phase: 'done', mailsRead: 0 });
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

  it('fetches a candidate as text if its header has no signature, otherwise raw, and never both', async () => {
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
    // Text has only the mail's own date. Raw mail also has the provider's.
    const undated = (entries: LoggedEvidence[]): unknown =>
      entries.map((entry) => ({ ...entry, date: null }));
    expect(undated(await text.evidence())).toEqual(undated(await raw.evidence()));
  });

  it('says at the start that the budget allows only some 300 mails a minute', async () => {
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
