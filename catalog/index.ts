export { CATALOG, builtInCatalog } from './built-in.ts';
export { catalogChanges, sameChoices, sameEvents } from './changes.ts';
export type { CatalogChange } from './changes.ts';
export { canonicalJson } from './canonical-json.ts';
export { comparisonContext } from './context.ts';
export { FACT_LISTS, catalogFacts, factId } from './facts.ts';
export type { CatalogFact, CatalogFacts, FactList } from './facts.ts';
export { CATALOG_HASH, catalogHash, hashOf } from './hash.ts';
export { isPlatform } from './platforms.ts';
export { publishable } from './publish.ts';
export {
  MAX_CATALOG_BYTES,
  catalogSchema,
  draftSchema,
  keySchema,
  operatorSchema,
  organiserSchema,
  slugSchema,
} from './schema.ts';
export type { Catalog, CatalogDraft, CatalogEvent, Operator, Organiser, OrganiserName } from './schema.ts';
export { isAddress, senderDomain, signerDomains, signersOf } from './senders.ts';
export { SLOT_COUNT, slotOf } from './slot.ts';
