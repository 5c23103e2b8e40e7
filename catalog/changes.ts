/** What changed between two catalogs of one organiser, for a person who answered the earlier one. */
import type { Catalog, CatalogEvent, Organiser } from './schema.ts';

/** The parts in which an event can differ. `days`: its first or last day. `keys`: the catalog's DKIM keys. */
export type EventPart = 'name' | 'days' | 'place' | 'names' | 'senders' | 'keys';

/** What the organiser says about itself and about its use of disclosures. */
export type OrganiserPart = Exclude<keyof Organiser, 'slug'>;

/** What of an event a person knows it by. */
export type EventFace = Pick<CatalogEvent, 'name' | 'starts' | 'ends' | 'place'>;

export type CatalogChange =
  | { kind: 'organiser'; part: OrganiserPart; before: string; after: string }
  | { kind: 'event-added' | 'event-removed'; name: string }
  | {
      kind: 'event-changed';
      parts: EventPart[];
      before: EventFace;
      after: EventFace;
      /** Names and senders that are looked for only now, or only before. */
      added: string[];
      removed: string[];
    }
  | { kind: 'interest-added' | 'interest-removed'; name: string }
  /** Another name under the same key: to a person another interest. */
  | { kind: 'interest-renamed'; before: string; after: string };

const ORGANISER_PARTS: readonly OrganiserPart[] = [
  'name',
  'contact',
  'purpose',
  'retentionDays',
  'proofPolicy',
];

/** Compares two catalogs; empty when no difference matters to a person, such as another order. */
export function catalogChanges(before: Catalog, after: Catalog): CatalogChange[] {
  return [
    ...ORGANISER_PARTS.flatMap((part): CatalogChange[] => {
      const [old, now] = [before.organiser[part], after.organiser[part]];
      return old === now
        ? []
        : [{ kind: 'organiser', part, before: String(old ?? ''), after: String(now ?? '') }];
    }),
    ...missingFrom(before.events, after.events, 'event-added'),
    ...missingFrom(after.events, before.events, 'event-removed'),
    ...after.events.flatMap((event): CatalogChange[] => {
      const old = before.events.find(({ key }) => key === event.key);
      return old === undefined ? [] : eventChange(old, event);
    }),
    ...missingFrom(before.interests, after.interests, 'interest-added'),
    ...missingFrom(after.interests, before.interests, 'interest-removed'),
    ...after.interests.flatMap(({ key, name }): CatalogChange[] => {
      const old = before.interests.find((interest) => interest.key === key);
      return old === undefined || old.name === name
        ? []
        : [{ kind: 'interest-renamed', before: old.name, after: name }];
    }),
  ];
}

/** Keys of the events that are the same in every part, so that evidence for them stays valid. */
export function sameEvents(before: Catalog, after: Catalog): Set<string> {
  return eventsWithout(EVENT_PARTS, before, after);
}

/** Keys of what is still called the same and, for an event, is at the same time and place: choices of it stay valid. */
export function sameChoices(
  before: Catalog,
  after: Catalog,
): Record<'events' | 'interests', ReadonlySet<string>> {
  const old = new Map(before.interests.map(({ key, name }) => [key, name]));
  return {
    events: eventsWithout(['name', 'days', 'place'], before, after),
    interests: new Set(after.interests.flatMap(({ key, name }) => (old.get(key) === name ? [key] : []))),
  };
}

/** Keys of the events of both catalogs that differ in none of these parts. */
function eventsWithout(parts: readonly EventPart[], before: Catalog, after: Catalog): Set<string> {
  const same = after.events.filter((event) => {
    const old = before.events.find(({ key }) => key === event.key);
    return old !== undefined && !changedParts(old, event).some((part) => parts.includes(part));
  });
  return new Set(same.map(({ key }) => key));
}

type Named = { key: string; name: string };

/** Events or interests in `list` that are not in `other`. */
function missingFrom(
  other: readonly Named[],
  list: readonly Named[],
  kind: 'event-added' | 'event-removed' | 'interest-added' | 'interest-removed',
): CatalogChange[] {
  const known = new Set(other.map(({ key }) => key));
  return list.filter(({ key }) => !known.has(key)).map(({ name }) => ({ kind, name }));
}

function eventChange(before: CatalogEvent, after: CatalogEvent): CatalogChange[] {
  const parts = changedParts(before, after);
  if (parts.length === 0) return [];
  const [old, now] = [before, after].map(({ names, senders }) => new Set([...names, ...senders]));
  const added = [...(now ?? [])].filter((text) => !old?.has(text));
  const removed = [...(old ?? [])].filter((text) => !now?.has(text));
  return [{ kind: 'event-changed', parts, before: faceOf(before), after: faceOf(after), added, removed }];
}

function faceOf({ name, starts, ends, place }: CatalogEvent): EventFace {
  return { name, starts, ends, place };
}

function changedParts(before: CatalogEvent, after: CatalogEvent): EventPart[] {
  const parts: Record<EventPart, (event: CatalogEvent) => unknown> = {
    name: ({ name }) => name,
    days: ({ starts, ends }) => [starts, ends],
    place: ({ place: { name, coordinates } }) => [name, coordinates?.latitude, coordinates?.longitude],
    names: ({ names }) => names.toSorted(),
    senders: ({ senders }) => senders.toSorted(),
    keys: ({ dkimKeys }) =>
      dkimKeys
        .map(({ name, record, firstSeen, lastSeen }) => [name, record, firstSeen, lastSeen].join())
        .toSorted(),
  };
  const told = (part: EventPart, event: CatalogEvent): string => JSON.stringify(parts[part](event));
  return EVENT_PARTS.filter((part) => told(part, before) !== told(part, after));
}

const EVENT_PARTS: readonly EventPart[] = ['name', 'days', 'place', 'names', 'senders', 'keys'];
