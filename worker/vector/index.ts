export { countedEvidence, countsFor } from './counted.ts';
export { factsOf } from './facts.ts';
export { buildVector, slotCounts, verifiedEvents } from './vector.ts';
export type { Vector } from './vector.ts';
