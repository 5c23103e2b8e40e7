import { describe, expect, it } from 'vitest';
import { CATALOG, isPlatform, senderDomain, signerDomains, signersOf } from '../../../catalog/index.ts';
import { isShared } from '../../../catalog/shared-domains.ts';
import { CREW, LAKESIDE } from '../../support/lakeside.ts';

const EVENT = { senders: ['lakeside.example', CREW] };

describe('a sender', () => {
  it('counts through its domain', () => {
    expect(senderDomain('lakeside.example')).toBe('lakeside.example');
    expect(senderDomain(CREW)).toBe('boats.example');
    expect(signerDomains(LAKESIDE)).toEqual(['boats.example', 'lakeside.example']);
  });

  it('that is an address counts on mail from that address only', () => {
    expect([...signersOf(EVENT, CREW)]).toEqual(['lakeside.example', 'boats.example']);
    expect([...signersOf(EVENT, 'other@boats.example')]).toEqual(['lakeside.example']);
    expect([...signersOf(EVENT, null)]).toEqual(['lakeside.example']);
  });
});

describe('a platform', () => {
  it.each(['lu.ma', 'eventbrite.com', 'x.eventbrite.com', 'mail.tito.io', 'a.b.pretix.eu'])(
    'owns its domain and all below it: %s',
    (domain) => {
      expect(isPlatform(domain)).toBe(true);
    },
  );

  it.each(['noteventbrite.com', 'eventbrite.com.example', 'ma', 'com', 'lakeside.example'])(
    'does not own %s',
    (domain) => {
      expect(isPlatform(domain)).toBe(false);
    },
  );
});

describe('the built-in catalog', () => {
  it('names no domain that strangers share', () => {
    expect(signerDomains(CATALOG).filter(isShared)).toEqual([]);
    expect(['co.uk', 'gmail.com', 'github.io'].filter(isShared)).toHaveLength(3);
  });

  it('lists one of the organiser’s own domains first for every event', () => {
    expect(CATALOG.events.filter(({ senders: [first = ''] }) => isPlatform(first))).toEqual([]);
  });
});
