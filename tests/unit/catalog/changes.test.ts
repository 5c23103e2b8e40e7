import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { catalogChanges, sameChoices, sameEvents } from '../../../catalog/changes.ts';
import type { Catalog, CatalogEvent } from '../../../catalog/index.ts';
import { LAKESIDE } from '../../support/lakeside.ts';

/** The club's catalog with changes. The list of facts stays, since the comparison does not look at it. */
function changed(changes: Partial<Catalog>): Catalog {
  return { ...LAKESIDE, ...changes };
}

/** The club's catalog with changes to its first event. */
function withEvent(changes: Partial<CatalogEvent>): Catalog {
  const [first, ...others] = LAKESIDE.events;
  return changed({ events: [{ ...(first as CatalogEvent), ...changes }, ...others] });
}

describe('what changed between two catalogs', () => {
  it('is nothing for equal catalogs, whatever the order of names and senders', () => {
    expect(catalogChanges(LAKESIDE, structuredClone(LAKESIDE))).toEqual([]);
    const event = CATALOG.events.find(({ key }) => key === 'devcon') as CatalogEvent;
    const turned = { ...event, names: event.names.toReversed(), senders: event.senders.toReversed() };
    expect(catalogChanges(changed({ events: [event] }), changed({ events: [turned] }))).toEqual([]);
  });

  it('is who asks, why, how to reach them, how long they keep data, and their terms', () => {
    const organiser = {
      slug: 'lakeside',
      name: 'Lakeside Ltd',
      contact: null,
      purpose: 'To sell boats.',
      retentionDays: 300,
      proofPolicy: 'proof',
    } as const;
    expect(catalogChanges(LAKESIDE, changed({ organiser }))).toEqual([
      { kind: 'organiser', part: 'name', before: 'Lakeside Club', after: 'Lakeside Ltd' },
      { kind: 'organiser', part: 'contact', before: 'club@lakeside.example', after: '' },
      {
        kind: 'organiser',
        part: 'purpose',
        before: 'To seat people beside those they sailed with.',
        after: 'To sell boats.',
      },
      { kind: 'organiser', part: 'retentionDays', before: '30', after: '300' },
      { kind: 'organiser', part: 'proofPolicy', before: 'word', after: 'proof' },
    ]);
  });

  it('is each event and interest that was added or removed', () => {
    const [first, second, third] = LAKESIDE.events as [CatalogEvent, CatalogEvent, CatalogEvent];
    const later = changed({
      events: [{ ...first, key: 'autumnRegatta', name: 'Autumn Regatta' }, third],
      interests: [{ key: 'rowing', name: 'rowing' }],
    });
    expect(catalogChanges(LAKESIDE, later)).toEqual([
      { kind: 'event-added', name: 'Autumn Regatta' },
      { kind: 'event-removed', name: first.name },
      { kind: 'event-removed', name: second.name },
      { kind: 'interest-added', name: 'rowing' },
      { kind: 'interest-removed', name: 'sailing' },
    ]);
  });

  it.each<[string, Partial<CatalogEvent>, object]>([
    [
      'its name',
      { name: 'Regatta' },
      {
        parts: ['name'],
        before: { name: 'Spring Regatta' },
        after: { name: 'Regatta' },
        added: [],
        removed: [],
      },
    ],
    [
      'its days',
      { ends: '2026-05-04' },
      { parts: ['days'], before: { ends: '2026-05-03' }, after: { ends: '2026-05-04' } },
    ],
    [
      'its place',
      { place: { name: 'Bern', coordinates: null } },
      { parts: ['place'], before: { place: { name: 'Lucerne' } }, after: { place: { name: 'Bern' } } },
    ],
    [
      'a name that is looked for',
      { names: ['Spring Regatta', 'Payslip'] },
      { parts: ['names'], added: ['Payslip'], removed: [] },
    ],
    [
      'a sender',
      { senders: ['bank.example'], dkimKeys: [] },
      { parts: ['senders', 'keys'], added: ['bank.example'], removed: ['crew@boats.example'] },
    ],
    ['a key', { dkimKeys: [] }, { parts: ['keys'] }],
  ])('is, for an event, %s', (_what, changes, told) => {
    expect(catalogChanges(LAKESIDE, withEvent(changes))).toMatchObject([
      { kind: 'event-changed', before: { name: 'Spring Regatta' }, ...told },
    ]);
  });
});

describe('every member of a catalog that matters to a person', () => {
  const [first] = LAKESIDE.events as [CatalogEvent];

  it('is compared', () => {
    expect(Object.keys(first).toSorted()).toEqual([
      'dkimKeys',
      'ends',
      'key',
      'name',
      'names',
      'place',
      'senders',
      'starts',
    ]);
    expect(Object.keys(LAKESIDE.organiser).toSorted()).toEqual([
      'contact',
      'name',
      'proofPolicy',
      'purpose',
      'retentionDays',
      'slug',
    ]);
    expect(Object.keys(LAKESIDE).toSorted()).toEqual(['events', 'facts', 'interests', 'organiser']);
  });

  it('tells an interest’s old name and its new one', () => {
    const renamed = changed({ interests: [{ key: 'sailing', name: 'rowing' }] });
    expect(catalogChanges(LAKESIDE, renamed)).toEqual([
      { kind: 'interest-renamed', before: 'sailing', after: 'rowing' },
    ]);
  });

  it('tells that two interests have swapped their names', () => {
    const before = changed({
      interests: [
        { key: 'a', name: 'bars' },
        { key: 'b', name: 'running' },
      ],
    });
    const after = changed({
      interests: [
        { key: 'a', name: 'running' },
        { key: 'b', name: 'bars' },
      ],
    });
    expect(catalogChanges(before, after)).toEqual([
      { kind: 'interest-renamed', before: 'bars', after: 'running' },
      { kind: 'interest-renamed', before: 'running', after: 'bars' },
    ]);
    expect([...sameChoices(before, after).interests]).toEqual([]);
  });
});

describe('what stays the same to a person', () => {
  const events = LAKESIDE.events.map(({ key }) => key);
  const same = (after: Catalog) => {
    const still = sameChoices(LAKESIDE, after);
    return { events: [...still.events], interests: [...still.interests] };
  };

  it('is an event with its name, its days and its place, however its mail is found', () => {
    expect(
      same(withEvent({ names: ['Regatta'], senders: ['lakeside.example'], dkimKeys: [] })).events,
    ).toEqual(events);
    for (const other of [
      { name: 'Secret gathering' },
      { starts: '2026-04-30' },
      { place: { name: 'Bern', coordinates: null } },
    ])
      expect(same(withEvent(other)).events).toEqual(events.slice(1));
  });

  it('is an interest with its key and its name', () => {
    expect(same(LAKESIDE).interests).toEqual(['sailing']);
    expect(same(changed({ interests: [{ key: 'sailing', name: 'rowing' }] })).interests).toEqual([]);
    expect(same(changed({ interests: [{ key: 'rowing', name: 'sailing' }] })).interests).toEqual([]);
  });
});

describe('the events that stay the same', () => {
  it('are those that differ in nothing', () => {
    const all = LAKESIDE.events.map(({ key }) => key);
    const others = all.slice(1);
    const same = (after: Catalog): string[] => [...sameEvents(LAKESIDE, after)];
    expect(same(structuredClone(LAKESIDE))).toEqual(all);
    expect(same(withEvent({ name: 'Secret gathering' }))).toEqual(others);
    expect(same(withEvent({ place: { name: 'Bern', coordinates: null } }))).toEqual(others);
    expect(same(withEvent({ names: ['Regatta'] }))).toEqual(others);
    expect(same(withEvent({ senders: ['lakeside.example'], dkimKeys: [] }))).toEqual(others);
    expect(same(withEvent({ dkimKeys: [] }))).toEqual(others);
    // Its year distinguishes the edition.
    expect(same(withEvent({ starts: '2025-05-01' }))).toEqual(others);
    expect(same(CATALOG)).toEqual([]);
  });
});
