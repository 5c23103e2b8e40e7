/** The rules of the listing and the texts of its failures, tested over a whole scan. */
import { describe, expect, it } from 'vitest';
import { json, mail } from '../../support/mailbox/scripted-gmail.ts';
import { evidenceIds, fixture, letter, mailboxOf, ticket } from '../../support/scan/scan-fixture.ts';

describe('batches', () => {
  it('of text or headers have 40 mails, and those of raw mail 10', async () => {
    const signed = Array.from({ length: 25 }, (_, index) => ticket(`s${index}`, { signed: true }));
    const { scan, gmail } = await fixture([...mailboxOf(30, 90), ...signed]);
    expect(await scan({ thorough: true })).toMatchObject({ phase: 'done', evidenceMails: 115 });
    expect(Object.fromEntries(gmail.peak)).toMatchObject({ metadata: 40, full: 40, raw: 10 });
    expect([gmail.count('metadata'), gmail.count('full'), gmail.count('raw')]).toEqual([145, 90, 25]);
  });

  it('retry only their failed members, a second later', async () => {
    const { scan, gmail, clock } = await fixture(mailboxOf(40, 0));
    const failing = new Set(['l7', 'l31']);
    gmail.mishap = ({ id, kind }) =>
      kind === 'metadata' && failing.delete(id ?? '') ? new Response('', { status: 502 }) : null;
    const started = clock.now();
    expect(await scan({ thorough: true })).toMatchObject({ phase: 'done', mailsRead: 40 });
    const headers = gmail.requests.filter(({ kind }) => kind === 'metadata');
    expect(headers.slice(40).map(({ id }) => id)).toEqual(['l7', 'l31']);
    expect(headers.slice(40).map(({ at }) => at - started)).toEqual([1_000, 1_000]);
  });
});

describe('a page of a listing', () => {
  it('is requested five times, a second apart, and then the scan pauses', async () => {
    const { scan, gmail } = await fixture(mailboxOf(3, 3));
    gmail.mishap = ({ kind }) => (kind === 'list' ? 'network' : null);
    expect(await scan()).toMatchObject({ error: { message: 'Max fetch attempts reached' } });
    const times = gmail.requests.filter(({ kind }) => kind === 'list').map(({ at }) => at);
    expect(times.map((at) => at - (times[0] ?? 0))).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  });
});

describe('ids', () => {
  it('that are missing leave a mail out, and nothing is requested for it', async () => {
    for (const thorough of [false, true]) {
      const { scan, gmail } = await fixture([ticket('t1'), ticket('t2')]);
      gmail.mishap = ({ kind }) =>
        kind === 'list'
          ? json({ messages: [{ threadId: 'x' }, { id: '' }, { id: 't2' }], resultSizeEstimate: 3 })
          : null;
      expect(await scan({ thorough })).toMatchObject({ phase: 'done', candidates: 1, evidenceMails: 1 });
      expect(new Set(gmail.requests.flatMap(({ id }) => id ?? []))).toEqual(new Set(['t2']));
    }
  });

  it('are the provider’s: two mails with one Message-ID header are two mails', async () => {
    const copies = ['a', 'b'].map((id) => ({
      id,
      raw: mail(
        { From: 'Tickets <t@devcon.org>', Subject: `Ticket ${id}`, 'Message-ID': '<same@devcon.org>' },
        'Your registration for Devcon 7. The badge waits at the venue.\r\n',
      ),
    }));
    for (const thorough of [false, true]) {
      const { scan, evidence, store } = await fixture(copies);
      await scan({ thorough });
      expect(evidenceIds(await evidence())).toEqual(['a', 'b']);
      expect(await store.headerIds()).toEqual(new Set(['a', 'b']));
    }
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

describe('a scan that cannot continue says', () => {
  it('`Failed to fetch profile` when the provider refuses the profile', async () => {
    const { scan, gmail } = await fixture([letter('l1')]);
    gmail.mishap = ({ kind }) => (kind === 'profile' ? new Response('{}', { status: 400 }) : null);
    expect(await scan()).toMatchObject({
      phase: 'paused',
      error: { code: 'profile_failed', message: 'Failed to fetch profile' },
    });
  });

  it('`Failed to fetch email with ID: …` when the provider refuses a mail, and tries it as often as a broken one', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(0, 25));
    gmail.mishap = ({ id }) => (id === 't4' ? new Response('{}', { status: 400 }) : null);
    const refused = {
      phase: 'paused',
      error: { code: 'email_failed', message: 'Failed to fetch email with ID: t4' },
    };
    expect(await scan()).toMatchObject(refused);
    expect(evidenceIds(await evidence())).toHaveLength(9);
    expect(await scan()).toMatchObject(refused);
    expect(await scan()).toMatchObject({ phase: 'done', unreadable: 1 });
    expect(evidenceIds(await evidence())).toHaveLength(24);
    gmail.mishap = () => null;
    expect(await scan()).toMatchObject({ phase: 'done', unreadable: 0, evidenceMails: 25 });
  });
});
