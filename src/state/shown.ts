/** Disclosures, as last read from the server's record. */
import { atom } from 'jotai';
import { FACT_LISTS, type FactList } from '../../catalog/facts.ts';
import type { CatalogEvent, OrganiserName } from '../../catalog/schema.ts';
import { isAskedBy, type ShownStamp } from '../../worker/contract.ts';
import { asked, askedFacts, events, shown } from './core.ts';

/** The records of what is asked now, by fact. */
export const shownFacts = atom<ReadonlyMap<string, ShownStamp>>((get) => {
  const current = get(asked);
  const own = current === null ? [] : get(shown)?.stamps.filter((stamp) => isAskedBy(stamp, current));
  return new Map(own?.map((stamp) => [stamp.fact, stamp]));
});

/** The ids of facts that are asked now and were disclosed and withdrawn, as far as this device knows. */
export const withdrawnFacts = atom<ReadonlySet<string>>((get) => {
  const current = get(asked);
  const own = current === null ? [] : get(shown)?.withdrawn.filter((stamp) => isAskedBy(stamp, current));
  return new Set(own?.map(({ fact }) => fact));
});

/** A record with the names of its parts. */
export interface NamedRecord {
  stamp: ShownStamp;
  name: string;
  /** Null for a list that this version does not know. */
  list: FactList | null;
  /** Null for an interest, and for an event of another catalog. */
  event: CatalogEvent | null;
}

export const shownRecords = atom<readonly NamedRecord[]>((get) => {
  const catalog = new Map<string, CatalogEvent>(get(events).map((event) => [event.key, event]));
  const { byId } = get(askedFacts);
  const current = get(asked);
  return (get(shown)?.stamps ?? []).map((stamp) => {
    const fact = current !== null && isAskedBy(stamp, current) ? byId.get(stamp.fact) : undefined;
    const event = fact === undefined ? null : (catalog.get(fact.key) ?? null);
    const [of, key = stamp.fact] = stamp.fact.split('/');
    const list = FACT_LISTS.find((one) => one === of) ?? null;
    return { stamp, name: fact?.name ?? stamp.name ?? key, list, event };
  });
});

/** What the organiser that asks now holds, by any of its catalogs. */
export const shownToAsking = atom<readonly NamedRecord[]>((get) => {
  const slug = get(asked)?.catalog.organiser.slug;
  return get(shownRecords).filter(({ stamp }) => stamp.organiser.slug === slug);
});

/** Disclosures by organiser. */
export const shownByOrganiser = atom<readonly { organiser: OrganiserName; records: NamedRecord[] }[]>((get) =>
  [...Map.groupBy(get(shownRecords), ({ stamp }) => stamp.organiser.slug).values()].flatMap((records) => {
    const [first] = records;
    return first === undefined ? [] : [{ organiser: first.stamp.organiser, records }];
  }),
);
