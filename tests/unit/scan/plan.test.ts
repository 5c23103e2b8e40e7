import { describe, expect, it, vi } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import type { CatalogEvent } from '../../../catalog/index.ts';
import { BOOKING_WORDS } from '../../../catalog/booking-words.ts';
import { estimateScan } from '../../../worker/scan/index.ts';
import { headerTest, narrowingOf, searchesOf } from '../../../worker/scan/account/plan.ts';
import { LAKESIDE } from '../../support/lakeside.ts';

function header(from: string, subject = 'Hello'): Parameters<ReturnType<typeof headerTest>>[0] {
  return { messageId: 'a', subject, from, to: '', date: '', dkim: '' };
}

describe('the searches', () => {
  it('are one per event, for its senders and its names', () => {
    const searches = searchesOf(CATALOG);
    expect(searches).toHaveLength(CATALOG.events.length);
    const devcon = searches[CATALOG.events.findIndex(({ key }) => key === 'devcon')];
    expect(devcon?.q).toMatch(/^\(from:devcon\.org OR from:ethereum\.org OR "devcon"( OR "[^"]+")*\)$/);
    // "Devcon 7" and the like are found by "devcon".
    expect(devcon?.q).not.toContain('"devcon 7"');
    expect(devcon?.activity).toEqual({ kind: 'searching', sender: 'devcon.org' });
  });

  it('cover every name of every event, by the name or by a phrase in it', () => {
    const wordsOf = (text: string): string =>
      ` ${text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `;
    const missing = CATALOG.events.flatMap(({ names }, index) => {
      const quoted = searchesOf(CATALOG)[index]?.q.matchAll(/"([^"]+)"/g) ?? [];
      const phrases = [...quoted].map(([, phrase]) => wordsOf(phrase ?? ''));
      return names.filter((name) => !phrases.some((phrase) => wordsOf(name).includes(phrase)));
    });
    expect(missing).toEqual([]);
  });

  it('never search for a ticket seller alone, which would find every ticket of the person', () => {
    const all = searchesOf(CATALOG)
      .map(({ q }) => q)
      .join(' ');
    expect(all).not.toMatch(/eventbrite|luma|lu\.ma|pretix|tito/);
  });

  it('look for single addresses, also on a platform, and never for a platform’s domain', () => {
    const [event] = LAKESIDE.events;
    if (event === undefined) throw new Error('there is no event');
    const senders = ['lu.ma', 'usr-1@user.luma-mail.com', 'lakeside.example'];
    const [search] = searchesOf({ ...LAKESIDE, events: [{ ...event, senders }] });
    expect(search).toEqual({
      q: '(from:usr-1@user.luma-mail.com OR from:lakeside.example OR "spring regatta")',
      activity: { kind: 'searching', sender: 'usr-1@user.luma-mail.com' },
    });
  });

  it('of the largest catalog are more, and none is longer than Gmail accepts', () => {
    const events = Array.from({ length: 40 }, (_, at): CatalogEvent => {
      const names = Array.from(
        { length: 20 },
        (_name, nth) => `Gathering no. ${at} of ${nth} ${'x'.repeat(50)}`,
      );
      const senders = Array.from(
        { length: 20 },
        (_sender, nth) => `${'y'.repeat(50)}${nth}@host${at}.example`,
      );
      return { ...(CATALOG.events[0] as CatalogEvent), key: `event${at}`, names, senders };
    });
    const largest = { ...CATALOG, events };
    const all = [...searchesOf(largest), ...narrowingOf(largest)].map(({ q }) => q);
    expect(Math.max(...all.map((q) => q.length))).toBeLessThanOrEqual(2_048);
    for (const { names, senders } of events.slice(-1)) {
      for (const name of names)
        expect(all.join(' ')).toContain(`"${name.toLowerCase().replace('no. ', 'no ')}"`);
      for (const sender of senders) expect(all.join(' ')).toContain(`from:${sender}`);
    }
  });

  it('narrow by every booking word, or by a part of it', () => {
    const narrowing = narrowingOf(CATALOG).map(({ q }) => q.toLowerCase());
    const bare = (text: string): string =>
      text
        .normalize('NFKD')
        .replaceAll(/\p{Mark}/gu, '')
        .toLowerCase();
    const words = narrowing.flatMap((q) => [...bare(q).matchAll(/"([^"]+)"/g)].map(([, word]) => word ?? ''));
    expect(BOOKING_WORDS.filter((word) => !words.some((other) => bare(word).includes(other)))).toEqual([]);
    expect(narrowing.length).toBeLessThan(8);
  });

  it('stay within the limits of a URL and of Gmail', () => {
    for (const { q } of searchesOf(CATALOG)) expect(encodeURIComponent(q).length).toBeLessThan(1_500);
    for (const { q } of narrowingOf(CATALOG)) {
      expect(q.length).toBeLessThanOrEqual(2_048);
      expect(encodeURIComponent(q).length).toBeLessThan(6_000);
    }
  });
});

describe('a header', () => {
  const speaks = headerTest(CATALOG);

  it('matches an event when a sender or signer of it wrote the mail, subdomains included', () => {
    expect(speaks(header('Devcon <tickets@devcon.org>'))).toBe(true);
    expect(speaks(header('no-reply@mail.devcon.org'))).toBe(true);
    expect(speaks(header('"devcon.org" <x@notdevcon.org>'))).toBe(false);
    expect(speaks(header('x@devcon.org.evil.example'))).toBe(false);
    expect(speaks(header('Eventbrite <orders@eventbrite.com>'))).toBe(true);
    expect(speaks(header(''))).toBe(false);
  });

  it('matches an event when one of its addresses wrote the mail, and no other address of that domain', () => {
    const speaksOf = headerTest(LAKESIDE);
    expect(speaksOf(header('The Crew <Crew@Boats.example>'))).toBe(true);
    expect(speaksOf(header('crew@boats.example'))).toBe(true);
    expect(speaksOf(header('Shop <shop@boats.example>'))).toBe(false);
    expect(speaksOf(header('crew@mail.boats.example'))).toBe(false);
  });

  it('matches an event when the subject names it, in any case, width and accent', () => {
    expect(speaks(header('a@mail.example', 'Re: DEVCON 7 — see you'))).toBe(true);
    expect(speaks(header('a@mail.example', 'Ｄｅｖｃｏｎ のチケット'))).toBe(true);
    expect(speaks(header('a@mail.example', 'Devconnect'))).toBe(false);
  });

  it('takes no longer for a subject of accents, which take time when they are sorted', () => {
    const normalized = vi.spyOn(String.prototype, 'normalize');
    expect(speaks(header('a@mail.example', `Devcon ${'\u0301\u0316'.repeat(15_000)}`))).toBe(true);
    const lengths = normalized.mock.contexts.map((text) => String(text).length);
    normalized.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(100);
  });
});

describe('the estimate', () => {
  it('for a thorough scan follows the budget of 6,000 units a minute', () => {
    const { thorough, searches } = estimateScan(10_000, CATALOG, 6_000);
    expect(thorough.units).toBe(10_000 * 20 + searches.units);
    expect(thorough.milliseconds / 60_000).toBeGreaterThan(31);
    expect(thorough.milliseconds / 60_000).toBeLessThan(34);
    expect(searches.units).toBe(55);
  });

  it('for a source without a budget is finite and small', () => {
    expect(estimateScan(2_000, CATALOG, Infinity).thorough.milliseconds).toBeLessThan(60_000);
  });
});
