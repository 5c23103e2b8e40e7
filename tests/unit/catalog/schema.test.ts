import { describe, expect, it } from 'vitest';
import { catalogSchema, canonicalJson, slotOf } from '../../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../../catalog/index.ts';
import { MAX_CATALOG_BYTES } from '../../../catalog/schema.ts';
import { LAKESIDE } from '../../support/lakeside.ts';

type Change = (catalog: Catalog & { [name: string]: unknown }) => void;

/** What is wrong with the catalog after a change, as `path: message`. */
function complaints(change: Change): string[] {
  const catalog = structuredClone(LAKESIDE);
  change(catalog);
  const { error } = catalogSchema.safeParse(catalog);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** A change to the first event. */
const event =
  (changes: Partial<CatalogEvent>): Change =>
  ({ events }) => {
    events.splice(0, 1, { ...(events[0] as CatalogEvent), ...changes });
  };
const organiser =
  (changes: object): Change =>
  (catalog) => {
    Object.assign(catalog.organiser, changes);
  };
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('an organiser’s catalog', () => {
  it('is accepted when nothing is wrong', () => {
    expect(catalogSchema.parse(LAKESIDE)).toEqual(LAKESIDE);
  });

  it.each<[string, Change]>([
    [
      'twenty names and senders',
      event({
        names: many(20, (at) => `Regatta ${at}`),
        senders: ['boats.example', ...many(19, (at) => `a${at}@boats.example`)],
      }),
    ],
    ['a domain with a punycode ending', event({ senders: ['boats.example', 'xn--e1afmkfd.xn--p1ai'] })],
    ['an address with a plus', event({ senders: ['boats.example', 'no-reply+tickets@mail.boats.example'] })],
    ['an event that was held online', event({ place: { name: 'Online', coordinates: null } })],
    [
      'a site at a host and an address in a shared mailbox',
      event({ senders: ['boats.example', 'regatta.github.io', 'regatta@gmail.com', 'boats.co.uk'] }),
    ],
    ['an exact address at a platform', event({ senders: ['boats.example', 'usr-1@user.luma-mail.com'] })],
    ['no contact', organiser({ contact: null })],
    ['an event’s name of two characters where one is a word', event({ names: ['帆走'] })],
    ['an event’s name with the joiner that its script needs', event({ names: ['نمی\u200cخواهم'] })],
    ['a name in another script', organiser({ name: 'レガッタ・クラブ ⛵' })],
  ])('may have %s', (_name, change) => {
    expect(complaints(change)).toEqual([]);
  });

  it.each<[string, Change, RegExp]>([
    ...['com', 'localhost'].map((sender): [string, Change, RegExp] => [
      `a whole top-level domain, ${sender}`,
      event({ senders: ['boats.example', sender] }),
      /^events\.0\.senders\.1: a lower-case domain name or address/,
    ]),
    ...['co.uk', 'com.br', 'github.io', 'gmail.com', 'onmicrosoft.com'].map(
      (sender): [string, Change, RegExp] => [
        `a domain that strangers share, ${sender}`,
        event({ senders: ['boats.example', sender] }),
        /^events\.0\.senders\.1: no domain that strangers share/,
      ],
    ),
    ...['lu.ma', 'x.eventbrite.com', 'mail.tito.io'].map((sender): [string, Change, RegExp] => [
      `a platform's domain, ${sender}`,
      event({ senders: ['boats.example', sender] }),
      /^events\.0\.senders\.1: a platform’s exact address, not its domain/,
    ]),
    ...['a\u200bbc', 'abc\u{e0041}', 'abc\u2800d'].map((name): [string, Change, RegExp] => [
      `a name with what cannot be seen, ${JSON.stringify(name)}`,
      event({ names: [name] }),
      /^events\.0\.names\.0: one line of text/,
    ]),
    ...['of', 'a!!!', '的!', '--- 7'].map((name): [string, Change, RegExp] => [
      `a name that many mails hold, ${name}`,
      event({ names: [name] }),
      /^events\.0\.names\.0: at least three letters or digits/,
    ]),
    ...['{a|e}@x.example', '-a@x.example', '*@x.example', 'a.@x.example'].map(
      (sender): [string, Change, RegExp] => [
        `a sender that a search may read otherwise, ${sender}`,
        event({ senders: ['boats.example', sender] }),
        /^events\.0\.senders\.1: /,
      ],
    ),
    [
      'a key whose name has two domains',
      event({
        senders: ['boats.example'],
        dkimKeys: [{ name: 'a._domainkey.b._domainkey.boats.example', record: 'p=AA', source: 'DNS' }],
      }),
      /^events\.0\.dkimKeys\.0\.name: /,
    ],
    [
      'more text in its names than the matcher holds',
      (catalog) => {
        catalog.events = many(7, (at) => ({
          ...(catalog.events[0] as CatalogEvent),
          key: `e${at}`,
          names: many(20, (number) => `${number} ${'x'.repeat(60)}`),
        }));
      },
      /more than 8000 characters in all names/,
    ],
    [
      'signs in its names that stand for more letters than the matcher holds',
      (catalog) => {
        catalog.events = many(2, (at) => ({
          ...(catalog.events[0] as CatalogEvent),
          key: `e${at}`,
          names: many(20, (number) => `${number} ${'㍿'.repeat(60)}`),
        }));
      },
      /more than 8000 characters in all names/,
    ],
    [
      'more different characters in its names than the matcher holds',
      event({
        names: many(15, (at) => String.fromCodePoint(...many(80, (next) => 0x4e00 + at * 80 + next))),
      }),
      /1000 different ones/,
    ],
    [
      'words of its own',
      (catalog) => (catalog['bookingWords'] = ['salary']),
      /^: Unrecognized key: "bookingWords"/,
    ],
    [
      'more in an event',
      event({ signers: ['a.example'] } as never),
      /^events\.0: Unrecognized key: "signers"/,
    ],
    ['no event', (catalog) => (catalog.events = []), /^events: /],
    [
      '41 events',
      (catalog) =>
        (catalog.events = many(41, (at) => ({ ...(catalog.events[0] as CatalogEvent), key: `e${at}` }))),
      /^events: /,
    ],
    [
      '21 interests',
      (catalog) => (catalog.interests = many(21, (at) => ({ key: `i${at}`, name: 'x' }))),
      /^interests: /,
    ],
    [
      'a key that would break an id',
      event({ key: 'a/b' }),
      /^events\.0\.key: a letter, then letters and digits/,
    ],
    ['a key of 41 letters', event({ key: 'a'.repeat(41) }), /^events\.0\.key: /],
    ['the same key twice', event({ key: 'sailing' }), /^interests\.0\.key: each key once/],
    [
      'an event that ends before it starts',
      event({ ends: '2026-04-30' }),
      /^events\.0\.ends: not before it starts/,
    ],
    ['a day that is none', event({ starts: '2026-02-30' }), /^events\.0\.starts: /],
    [
      'a place off the earth',
      event({ place: { name: 'x', coordinates: { latitude: 91, longitude: 0 } } }),
      /latitude/,
    ],
    ['no name to look for', event({ names: [] }), /^events\.0\.names: /],
    ['21 names', event({ names: many(21, (at) => `Regatta ${at}`) }), /^events\.0\.names: /],
    ['a name of one letter', event({ names: ['x'] }), /^events\.0\.names\.0: /],
    ['the same name twice', event({ names: ['Regatta', 'Regatta'] }), /^events\.0\.names: each name once/],
    ['a name of 81 letters', event({ name: 'x'.repeat(81) }), /^events\.0\.name: /],
    ['a name of two lines', event({ name: 'Regatta\nDevcon' }), /one line of text/],
    ['a name that turns the line round', event({ name: 'Regatta \u202E' }), /one line of text/],
    ['a name that cannot be encoded', event({ name: 'Regatta \uD83D' }), /one line of text/],
    ['a name with space around it', event({ name: ' Regatta' }), /no space at either end/],
    ['no sender', event({ senders: [] }), /^events\.0\.senders: /],
    ['21 senders', event({ senders: many(21, (at) => `a${at}.boats.example`) }), /^events\.0\.senders: /],
    [
      'a sender with capitals',
      event({ senders: ['Crew@boats.example'] }),
      /^events\.0\.senders\.0: a lower-case domain name or address/,
    ],
    ['a sender that is a top-level domain', event({ senders: ['example'] }), /^events\.0\.senders\.0: /],
    ['a sender that is a pattern', event({ senders: ['*.example'] }), /^events\.0\.senders\.0: /],
    ['a sender that is an IP address', event({ senders: ['192.0.2.1'] }), /^events\.0\.senders\.0: /],
    [
      'the same sender twice',
      event({ senders: ['boats.example', 'boats.example'] }),
      /^events\.0\.senders: each sender once/,
    ],
    [
      'a key of a domain that is no sender’s',
      event({ senders: ['lakeside.example'] }),
      /^events\.0\.dkimKeys\.0\.name: a key of one of the senders’ domains/,
    ],
    [
      'a key without a source',
      event({ dkimKeys: [{ name: 'a._domainkey.boats.example', record: 'v=DKIM1' }] as never }),
      /^events\.0\.dkimKeys\.0\.source: /,
    ],
    ['a slug with a slash', organiser({ slug: 'lake/side' }), /^organiser\.slug: /],
    ['a slug that is a pattern', organiser({ slug: '(' }), /^organiser\.slug: /],
    ['a contact that is no address', organiser({ contact: 'ask at the desk' }), /^organiser\.contact: /],
    ['no purpose', organiser({ purpose: '' }), /^organiser\.purpose: /],
    ['a purpose of 201 letters', organiser({ purpose: 'x'.repeat(201) }), /^organiser\.purpose: /],
    ['no end of what it keeps', organiser({ retentionDays: 0 }), /^organiser\.retentionDays: /],
    ['another proof policy', organiser({ proofPolicy: 'maybe' }), /^organiser\.proofPolicy: /],
    ['a fact too few', ({ facts }) => facts.pop(), /^facts: one for each fact/],
    [
      'facts in another order',
      (catalog) => (catalog.facts = catalog.facts.toReversed()),
      /^facts\.0: the facts of the events and interests, in their order/,
    ],
    [
      'another organiser’s subject',
      ({ facts }) => (facts[0] = { id: facts[0]?.id ?? '', subject: `waystamp/7/${facts[0]?.id}` }),
      /^facts\.0: a subject of the form/,
    ],
    [
      'another fact’s subject',
      ({ facts }) => (facts[0] = { id: facts[0]?.id ?? '', subject: facts[1]?.subject ?? '' }),
      /^facts\.0: a subject of the form/,
    ],
    [
      'a counter that is written in two ways',
      ({ facts }) => (facts[0] = { id: facts[0]?.id ?? '', subject: `lakeside/00/${facts[0]?.id}` }),
      /^facts\.0: a subject of the form/,
    ],
  ])('may not have %s', (_name, change, reason) => {
    expect(complaints(change).join('\n')).toMatch(new RegExp(reason.source, 'm'));
  });

  it('may not have two facts in one slot', () => {
    const first = slotOf(LAKESIDE.facts[0]?.subject ?? '');
    const sharing: Change = ({ facts }) => {
      const id = facts[1]?.id ?? '';
      let counter = 0;
      while (slotOf(`lakeside/${counter}/${id}`) !== first) counter += 1;
      facts[1] = { id, subject: `lakeside/${counter}/${id}` };
    };
    expect(complaints(sharing)).toContain('facts.1: a slot of its own');
  });

  it('may not be larger than a phone should fetch', () => {
    const key = (at: number) => ({
      name: `k${at}._domainkey.boats.example`,
      record: 'x'.repeat(2_000),
      source: 'x',
    });
    const large: Change = ({ events }) => {
      for (const [at, own] of events.entries()) {
        events.splice(at, 1, { ...own, senders: ['boats.example'], dkimKeys: many(50, key) });
      }
    };
    expect(complaints(large)).toEqual([`: more than ${MAX_CATALOG_BYTES} bytes as canonical JSON`]);
    const smaller: Change = ({ events }) => {
      for (const [at, own] of events.entries()) {
        events.splice(at, 1, { ...own, senders: ['boats.example'], dkimKeys: many(40, key) });
      }
    };
    expect(complaints(smaller)).toEqual([]);
    expect(canonicalJson(LAKESIDE).length).toBeLessThan(MAX_CATALOG_BYTES / 50);
  });
});
