/** A fact is a value from a catalog: something that can be asked about, with its slot in the comparison. */
import { slotOf } from './slot.ts';

/** The three lists of a result, in display order. */
export const FACT_LISTS = ['verifiedTravelEvents', 'selfAttestedEvents', 'travelInterests'] as const;
export type FactList = (typeof FACT_LISTS)[number];

export interface CatalogFact {
  /** The list and the key, e.g. `verifiedTravelEvents/devcon`. */
  id: string;
  list: FactList;
  /** The event's or interest's key. */
  key: string;
  /** The event's or interest's name. */
  name: string;
  /** The fixed text that determines the fact's slot. */
  subject: string;
  slot: number;
}

/** The facts of one catalog, in its order: every event verified, every event self-attested, every interest. */
export interface CatalogFacts {
  all: readonly CatalogFact[];
  byId: ReadonlyMap<string, CatalogFact>;
  bySlot: ReadonlyMap<number, CatalogFact>;
}

interface Named {
  key: string;
  name: string;
}

/** The parts of a catalog from which its facts follow. */
export interface Asked {
  events: readonly Named[];
  interests: readonly Named[];
}

/** The part of a catalog (`schema.ts`) that determines its facts and their subjects. */
export interface Asking extends Asked {
  facts: readonly { id: string; subject: string }[];
}

export function factId(list: FactList, key: string): string {
  return `${list}/${key}`;
}

/** The facts that follow from a catalog's events and interests, without subjects. */
export function factNames({ events, interests }: Asked): Pick<CatalogFact, 'id' | 'list' | 'key' | 'name'>[] {
  return FACT_LISTS.flatMap((list) =>
    (list === 'travelInterests' ? interests : events).map(({ key, name }) => {
      return { id: factId(list, key), list, key, name };
    }),
  );
}

const known = new WeakMap<Asking, CatalogFacts>();

/** The facts of a valid catalog; built once for each catalog object. */
export function catalogFacts(catalog: Asking): CatalogFacts {
  const kept = known.get(catalog);
  if (kept !== undefined) return kept;
  const subjects = new Map(catalog.facts.map(({ id, subject }) => [id, subject]));
  const all = factNames(catalog).map(({ id, list, key, name }): CatalogFact => {
    const subject = subjects.get(id) ?? '';
    return { id, list, key, name, subject, slot: slotOf(subject) };
  });
  const facts = {
    all,
    byId: new Map(all.map((fact) => [fact.id, fact])),
    bySlot: new Map(all.map((fact) => [fact.slot, fact])),
  };
  known.set(catalog, facts);
  return facts;
}
