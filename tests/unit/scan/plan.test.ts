import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { estimateScan } from '../../../worker/scan/index.ts';
import { headerTest, searchesOf } from '../../../worker/scan/plan.ts';

function header(from: string, subject = 'Hello'): Parameters<ReturnType<typeof headerTest>>[0] {
  return { messageId: 'a', subject, from, to: '', date: '', dkim: '' };
}

describe('the searches', () => {
  it('are one for each event, for its senders and its names', () => {
    const searches = searchesOf(CATALOG);
    expect(searches.map(({ event }) => event)).toEqual(CATALOG.events.map(({ key }) => key));
    const devcon = searches.find(({ event }) => event === 'devcon');
    // "Devcon 7" and the like are found by "devcon".
    expect(devcon?.q).not.toContain('"devcon 7"');
    expect(devcon?.q).toMatch(/^\(from:devcon\.org OR from:ethereum\.org OR "devcon"( OR "[^"]+")*\)$/);
    expect(devcon?.activity).toBe('Looking for tickets from devcon.org');
  });

  it('cover every name of every event, by the name or by a phrase inside it', () => {
    for (const { key, names } of CATALOG.events) {
      const phrases = [
        ...(searchesOf(CATALOG)
          .find(({ event }) => event === key)
          ?.q.matchAll(/"([^"]+)"/g) ?? []),
      ].map(([, phrase]) => ` ${phrase ?? ''} `);
      for (const name of names) {
        const words = ` ${name
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
          .trim()} `;
        expect(
          phrases.some((phrase) => words.includes(phrase)),
          `${key}: ${name}`,
        ).toBe(true);
      }
    }
  });

  it('never search for a ticket seller alone, which would bring every ticket of the person', () => {
    const all = searchesOf(CATALOG)
      .map(({ q }) => q)
      .join(' ');
    expect(all).not.toMatch(/eventbrite|luma|lu\.ma|pretix|tito/);
  });

  it('stay within what a URL and Gmail take', () => {
    for (const { q } of searchesOf(CATALOG)) expect(encodeURIComponent(q).length).toBeLessThan(1_500);
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
