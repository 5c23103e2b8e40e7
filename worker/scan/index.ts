export { estimateScan } from './estimate.ts';
export type { ScanEstimate } from './estimate.ts';
export { whileOnlyScan } from './lock.ts';
export { restoreProgress } from './progress.ts';
export { allowAnotherTry } from './read-again.ts';
export { runScan } from './run.ts';
export type { ScanOptions } from './run.ts';
