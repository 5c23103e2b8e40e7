import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { estimateScan } from '../../../worker/scan/index.ts';
import { headerTest, narrowingOf, searchesOf } from '../../../worker/scan/plan.ts';

function header(from: string, subject = 'Hello'): Parameters<ReturnType<typeof headerTest>>[0] {
  return { messageId: 'a', subject, from, to: '', date: '', dkim: '' };
}

describe('the searches', () => {
  it('are one for each event, for its senders and its names', () => {
    const searches = searchesOf(CATALOG);
    expect(searches).toHaveLength(CATALOG.events.length);
    const devcon = searches[CATALOG.events.findIndex(({ key }) => key === 'devcon')];
    expect(devcon?.q).toMatch(/^\(from:devcon\.org OR from:ethereum\.org OR "devcon"( OR "[^"]+")*\)$/);
    // "Devcon 7" and the like are found by "devcon".
    expect(devcon?.q).not.toContain('"devcon 7"');
    expect(devcon?.activity).toBe('Looking for tickets from devcon.org');
  });

  it('cover every name of every event, by the name or by a phrase inside it', () => {
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

  it('never search for a ticket seller alone, which would bring every ticket of the person', () => {
    const all = searchesOf(CATALOG)
      .map(({ q }) => q)
      .join(' ');
    expect(all).not.toMatch(/eventbrite|luma|lu\.ma|pretix|tito/);
  });

  it('narrow by every booking word, as it is or as a part of it', () => {
    const narrowing = narrowingOf(CATALOG).map(({ q }) => q.toLowerCase());
    const bare = (text: string): string =>
      text
        .normalize('NFKD')
        .replaceAll(/\p{Mark}/gu, '')
        .toLowerCase();
    const words = narrowing.flatMap((q) => [...bare(q).matchAll(/"([^"]+)"/g)].map(([, word]) => word ?? ''));
    expect(CATALOG.bookingWords.filter((word) => !words.some((other) => bare(word).includes(other)))).toEqual(
      [],
    );
    expect(narrowing.length).toBeLessThan(8);
  });

  it('stay within what a URL and Gmail take', () => {
    for (const { q } of searchesOf(CATALOG)) expect(encodeURIComponent(q).length).toBeLessThan(1_500);
    for (const { q } of narrowingOf(CATALOG)) {
      expect(q.length).toBeLessThanOrEqual(2_048);
      expect(encodeURIComponent(q).length).toBeLessThan(6_000);
    }
  });
});

describe('a header', () => {
  const speaks = headerTest(CATALOG);

  it('speaks of an event when a sender or signer wrote it, subdomains included', () => {
    expect(speaks(header('Devcon <tickets@devcon.org>'))).toBe(true);
    expect(speaks(header('no-reply@mail.devcon.org'))).toBe(true);
    expect(speaks(header('"devcon.org" <x@notdevcon.org>'))).toBe(false);
    expect(speaks(header('x@devcon.org.evil.example'))).toBe(false);
    expect(speaks(header('Eventbrite <orders@eventbrite.com>'))).toBe(true);
    expect(speaks(header(''))).toBe(false);
  });

  it('speaks of an event when the subject names it, in any case, width and accent', () => {
    expect(speaks(header('a@mail.example', 'Re: DEVCON 7 — see you'))).toBe(true);
    expect(speaks(header('a@mail.example', 'Ｄｅｖｃｏｎ のチケット'))).toBe(true);
    expect(speaks(header('a@mail.example', 'Devconnect'))).toBe(false);
  });
});

describe('the estimate', () => {
  it('of a thorough scan follows the budget of 6,000 units a minute', () => {
    const { thorough, searches } = estimateScan(10_000, CATALOG, 6_000);
    expect(thorough.units).toBe(10_000 * 20 + searches.units);
    expect(thorough.milliseconds / 60_000).toBeGreaterThan(31);
    expect(thorough.milliseconds / 60_000).toBeLessThan(34);
    expect(searches.units).toBe(55);
  });

  it('of a source without a budget is finite and small', () => {
    expect(estimateScan(2_000, CATALOG, Infinity).thorough.milliseconds).toBeLessThan(60_000);
  });
});
