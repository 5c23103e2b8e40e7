import { describe, expect, it } from 'vitest';
import { IDLE_SCAN } from '../../../worker/contract.ts';
import type { AccountScan } from '../../../worker/scan/account/account-scan.ts';
import { listPages } from '../../../worker/scan/account/listing.ts';
import type { Listing } from '../../../worker/scan/account/listing.ts';
import { createProgress } from '../../../worker/scan/state/progress.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { json, mailboxOver, ScriptedGmail } from '../../support/mailbox/scripted-gmail.ts';
import { evidenceIds, fixture, mailboxOf, withPagesOfNewMail } from '../../support/scan/scan-fixture.ts';

/** A mailbox of 12 mails, five to a page, and a function that lists it. */
function listable(): {
  gmail: ScriptedGmail;
  list: (listing?: Partial<Listing>) => Promise<string[]>;
  /** The pages that were requested, as `page:limit`. */
  asked: () => string[];
} {
  const clock = new FakeClock();
  const gmail = new ScriptedGmail(clock, mailboxOf(12, 0));
  gmail.pageSize = 5;
  const mailbox = mailboxOver({ fetch: gmail.fetch, clock });
  const { signal } = new AbortController();
  const progress = createProgress(IDLE_SCAN, () => undefined, clock);
  // The parts of a scan that a listing needs.
  const scan = { mailbox, clock, signal, progress, random: () => 0 } as unknown as AccountScan;
  return {
    gmail,
    list: async (listing = {}) => {
      const ids: string[] = [];
      for await (const page of listPages(scan, { q: null, from: null, ...listing })) ids.push(...page.ids);
      return ids;
    },
    asked: () =>
      gmail.requests.map(
        ({ url }) => `${url.searchParams.get('pageToken') ?? '0'}:${url.searchParams.get('maxResults')}`,
      ),
  };
}

describe('a listing stops', () => {
  it('when no messages come back, even if a next page is named', async () => {
    const { gmail, list, asked } = listable();
    gmail.mishap = ({ url }) =>
      url.searchParams.get('pageToken') === '5'
        ? json({ resultSizeEstimate: 12, nextPageToken: '10' })
        : null;
    expect(await list()).toEqual(['l0', 'l1', 'l2', 'l3', 'l4']);
    expect(asked()).toEqual(['0:500', '5:500']);
  });

  it('when no next page token comes back', async () => {
    const { list, asked } = listable();
    expect(await list()).toHaveLength(12);
    expect(asked()).toEqual(['0:500', '5:500', '10:500']);
  });

  it('when it reaches the requested maximum, and asks for no more than that', async () => {
    const { list, asked } = listable();
    expect(await list({ maximum: 7 })).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6']);
    expect(asked()).toEqual(['0:7', '5:2']);
    expect(await list({ maximum: 5 })).toHaveLength(5);
    expect(await list({ maximum: 0 })).toEqual([]);
    expect(asked()).toHaveLength(3);
  });

  it('at the maximum, even if a page holds more than requested', async () => {
    const { gmail, list } = listable();
    gmail.mishap = () => json({ messages: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], nextPageToken: 'n' });
    expect(await list({ maximum: 2 })).toEqual(['a', 'b']);
  });
});

describe('a page token that repeats', () => {
  for (const [name, repeated] of [
    ['is the one that was sent', '10'],
    ['belongs to an earlier page', '5'],
  ] as const) {
    it(`${name}: the page is requested again, up to five times, and no mail is lost`, async () => {
      const { gmail, list } = listable();
      const pages = (): number =>
        gmail.requests.filter(({ url }) => url.searchParams.get('pageToken') === '10').length;
      let wrong = 4;
      gmail.mishap = ({ url }) =>
        url.searchParams.get('pageToken') === '10' && wrong-- > 0
          ? json({ messages: [{ id: 'l10' }], nextPageToken: repeated, resultSizeEstimate: 12 })
          : null;
      expect(await list()).toHaveLength(12);
      expect(pages()).toBe(5);
      wrong = 5;
      await expect(list()).rejects.toThrow('Max fetch attempts reached');
      expect(pages()).toBe(10);
    });
  }

  it('that began the listing counts too', async () => {
    const { gmail, list, asked } = listable();
    gmail.mishap = ({ url }) =>
      url.searchParams.get('pageToken') === '10'
        ? json({ messages: [{ id: 'l10' }], nextPageToken: '5', resultSizeEstimate: 12 })
        : null;
    await expect(list({ from: '5' })).rejects.toThrow('Max fetch attempts reached');
    expect(asked()).toEqual(['5:500', ...Array<string>(5).fill('10:500')]);
  });

  it('pauses a scan at the page before, from which it later completes', async () => {
    for (const thorough of [false, true]) {
      const { scan, gmail, evidence } = await fixture(mailboxOf(0, 23));
      gmail.pageSize = 5;
      let circling = true;
      gmail.mishap = ({ kind, url }) =>
        circling && kind === 'list' && url.searchParams.get('pageToken') === '15'
          ? json({ messages: [{ id: 't15' }], nextPageToken: '10', resultSizeEstimate: 23 })
          : null;
      expect(await scan({ thorough })).toMatchObject({
        phase: 'paused',
        error: { code: 'fetch_attempts_reached', message: 'Max fetch attempts reached' },
      });
      circling = false;
      const before = gmail.requests.length;
      expect(await scan({ thorough })).toMatchObject({ phase: 'done' });
      expect(gmail.requests[before + 1]?.url.searchParams.get('pageToken')).toBe('15');
      expect(evidenceIds(await evidence())).toHaveLength(23);
    }
  });

  it('in the history pauses the scan, and new mail is read afterwards', async () => {
    const { scan, gmail, evidence } = await withPagesOfNewMail();
    let circling = true;
    gmail.mishap = ({ kind, url }) =>
      circling && kind === 'history' && url.searchParams.get('pageToken') === '10'
        ? json({ historyId: '1', nextPageToken: '5' })
        : null;
    expect(await scan()).toMatchObject({
      phase: 'paused',
      error: { message: 'Max fetch attempts reached' },
    });
    circling = false;
    expect(await scan()).toMatchObject({ phase: 'done' });
    expect(evidenceIds(await evidence())).toHaveLength(13);
  });
});
