import { slotOf } from './slot.ts';

/** The events the app knows, in the order in which every list shows them (DESIGN 3). */
export const EVENT_KEYS = [
  'sigSingResident',
  'sigSingDemoDay',
  'zkSummit11',
  'zuconnect',
  'progcrypto',
  'ethDenver24',
  'ethCC',
  'devcon',
  'edcon',
  'edgeEsmeralda',
  'dweb',
] as const;
export type EventKey = (typeof EVENT_KEYS)[number];

/** The interests a person can choose, in display order (DESIGN 3). */
export const INTEREST_KEYS = [
  'running',
  'clubsRaves',
  'bars',
  'natureHikes',
  'karaoke',
  'wandering',
] as const;
export type InterestKey = (typeof INTEREST_KEYS)[number];

export const INTEREST_NAMES: Readonly<Record<InterestKey, string>> = {
  running: 'running',
  clubsRaves: 'clubs/raves',
  bars: 'bars',
  natureHikes: 'nature/hikes',
  karaoke: 'karaoke',
  wandering: 'wandering',
};

/** The three lists a result decodes into (DESIGN 2). */
export const FACT_LISTS = ['verifiedTravelEvents', 'selfAttestedEvents', 'travelInterests'] as const;
export type FactList = (typeof FACT_LISTS)[number];

/** A fact's name everywhere: the list and the key, e.g. `verifiedTravelEvents/devcon`. */
export type FactId =
  `verifiedTravelEvents/${EventKey}` | `selfAttestedEvents/${EventKey}` | `travelInterests/${InterestKey}`;

export interface CatalogFact {
  id: FactId;
  list: FactList;
  key: EventKey | InterestKey;
  /** The fixed text whose slot is the fact's slot. */
  canonicalSubject: string;
  slot: number;
}

/** The prefix for which the 28 slots are pairwise distinct; changing it moves every slot. */
const CANONICAL_PREFIX = 'waystamp/7/';

function fact(id: FactId, list: FactList, key: EventKey | InterestKey): CatalogFact {
  const canonicalSubject = CANONICAL_PREFIX + id;
  return { id, list, key, canonicalSubject, slot: slotOf(canonicalSubject) };
}

/** All 28 facts: every event verified, every event self-attested, every interest. */
export const FACTS: readonly CatalogFact[] = [
  ...EVENT_KEYS.map((key) => fact(`verifiedTravelEvents/${key}`, 'verifiedTravelEvents', key)),
  ...EVENT_KEYS.map((key) => fact(`selfAttestedEvents/${key}`, 'selfAttestedEvents', key)),
  ...INTEREST_KEYS.map((key) => fact(`travelInterests/${key}`, 'travelInterests', key)),
];

const BY_ID = new Map<string, CatalogFact>(FACTS.map((f) => [f.id, f]));
const BY_SLOT = new Map<number, CatalogFact>(FACTS.map((f) => [f.slot, f]));

/** The fact with this id, or undefined when the catalog has none. */
export function factById(id: string): CatalogFact | undefined {
  return BY_ID.get(id);
}

/** The fact whose canonical subject has this slot, or undefined. */
export function factBySlot(slot: number): CatalogFact | undefined {
  return BY_SLOT.get(slot);
}
