export { estimateScan } from './account/estimate.ts';
export { whileOnlyScan } from './lock.ts';
export { restoreProgress } from './state/progress.ts';
export { allowAnotherTry } from './state/underway.ts';
export { runScan } from './run.ts';
export type { ScanOptions } from './run.ts';
