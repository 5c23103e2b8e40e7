/** What the organisers hold, as the server's record was last read. */
import { atom } from 'jotai';
import type { Organiser } from '../../catalog/organiser.ts';
import { factById, INTEREST_NAMES, type FactList } from '../../catalog/facts.ts';
import type { CatalogEvent } from '../../catalog/schema.ts';
import type { ShownStamp } from '../../worker/contract.ts';
import { events, shown } from './core.ts';

/** The records by the fact that they are about. */
export const shownFacts = atom<ReadonlyMap<string, ShownStamp>>(
  (get) => new Map(get(shown)?.stamps.map((stamp) => [stamp.fact, stamp])),
);

/** The ids of facts that were shown, and are not any more as far as this device knows. */
export const withdrawnFacts = atom<ReadonlySet<string>>(
  (get) => new Set(get(shown)?.withdrawn.map(({ fact }) => fact)),
);

/** A record with the names of what it is about. */
export interface NamedRecord {
  stamp: ShownStamp;
  name: string;
  /** Null for a stamp that this version does not know. */
  list: FactList | null;
  /** Null for an interest. */
  event: CatalogEvent | null;
}

export const shownRecords = atom<readonly NamedRecord[]>((get) => {
  const catalog = new Map<string, CatalogEvent>(get(events).map((event) => [event.key, event]));
  const interests = new Map<string, string>(Object.entries(INTEREST_NAMES));
  return (get(shown)?.stamps ?? []).map((stamp) => {
    const fact = factById(stamp.fact);
    const key = fact?.key ?? stamp.fact;
    const event = catalog.get(key) ?? null;
    return { stamp, name: event?.name ?? interests.get(key) ?? key, list: fact?.list ?? null, event };
  });
});

/** What each organiser holds, by organiser. */
export const shownByOrganiser = atom<readonly { organiser: Organiser; records: NamedRecord[] }[]>((get) =>
  [...Map.groupBy(get(shownRecords), ({ stamp }) => stamp.organiser.slug).values()].flatMap((records) => {
    const [first] = records;
    return first === undefined ? [] : [{ organiser: first.stamp.organiser, records }];
  }),
);
