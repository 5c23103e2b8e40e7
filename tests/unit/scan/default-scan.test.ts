import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { activityText } from '../../../src/texts/scan.ts';
import {
  evidenceIds,
  fixture,
  letter,
  mailboxOf,
  newsletter,
  ticket,
} from '../../support/scan/scan-fixture.ts';

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

  it('keeps a candidate whose subject was seen before', async () => {
    const mails = ['a', 'b', 'c'].map((id) => ticket(id, { subject: 'Your ticket' }));
    for (const thorough of [false, true]) {
      const { scan, evidence, store } = await fixture(mails);
      await scan({ thorough });
      expect(evidenceIds(await evidence())).toEqual(['a', 'b', 'c']);
      expect((await store.headerIds()).size).toBe(3);
    }
  });

  it('leaves out newsletters if there are many hits, and reads each of them if there are few', async () => {
    const newsletters = Array.from({ length: 260 }, (_, index) => newsletter(`n${index}`));
    const many = await fixture([...mailboxOf(9_700, 40), ...newsletters]);
    expect(await many.scan()).toMatchObject({ phase: 'done', candidates: 40, evidenceMails: 40 });
    expect(many.gmail.units).toBeLessThanOrEqual(1_500);

    const few = await fixture([...mailboxOf(10, 5), ...newsletters.slice(0, 20)]);
    expect(await few.scan()).toMatchObject({ phase: 'done', candidates: 25, evidenceMails: 5 });
  });

  it('reads every hit when the provider refuses the narrowing searches', async () => {
    const newsletters = Array.from({ length: 70 }, (_, index) => newsletter(`n${index}`));
    const { scan, gmail } = await fixture([...mailboxOf(10, 5), ...newsletters]);
    gmail.mishap = ({ kind, url }) =>
      kind === 'list' && (url.searchParams.get('q')?.length ?? 0) > 1_000
        ? new Response('', { status: 414 })
        : null;
    expect(await scan()).toMatchObject({ phase: 'done', candidates: 75, evidenceMails: 5 });
  });

  it('continues narrowing where it was interrupted', async () => {
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

  it('of a mailbox without mail, or without travel mail, ends with no findings', async () => {
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

  it('skips mail that has vanished since it was listed', async () => {
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

  it('counts mail that cannot be read, and continues', async () => {
    const broken = { id: 'broken', raw: `\u0000\u0001 Devcon` };
    const { scan, evidence } = await fixture([broken, ticket('t1')]);
    const progress = await scan();
    expect(progress).toMatchObject({ phase: 'done', unreadable: 1 });
    expect(evidenceIds(await evidence())).toEqual(['t1']);
  });

  it('reports its progress to the page in order and not too often', async () => {
    const { scan, events, told, gmail } = await fixture(mailboxOf(50, 25));
    gmail.latencyMs = 30;
    await scan();
    const phases = events.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
    expect(phases).toEqual(['searching', 'reading', 'done']);
    const looking = events.filter(({ activity }) =>
      /^Looking for tickets from \S+$/.test(activityText(activity)),
    );
    expect(looking.length).toBeGreaterThan(1);
    expect(looking.length).toBeLessThan(CATALOG.events.length);
    expect(
      events.some(({ activity }) => /^Reading the text of mail \d+ of 25$/.test(activityText(activity))),
    ).toBe(true);
    expect(events.at(-1)).toMatchObject({
      done: 25,
      total: 25,
      evidenceMails: 25,
      activity: null,
      remainingMs: null,
    });
    // The first mail is reported at once, the rest of a batch together.
    expect(told.map((evidence) => evidence.length)).toEqual([1, 10, 11, 20, 21, 25]);
  });
});
