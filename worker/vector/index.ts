export { factsOf } from './facts.ts';
export { slotMails } from './slot-mails.ts';
export { buildVector, slotCounts } from './vector.ts';
export type { Vector } from './vector.ts';
