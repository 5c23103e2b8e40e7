/** The suites of `npm run bench`. Each is loaded on demand, so that its process contains no other. */
import type { Measurement } from '../../worker/measurement.ts';
import type { BenchSuite } from '../../worker/contract.ts';

/** Runs a suite that needs only the product. */
async function alone(suite: BenchSuite): Promise<Measurement[]> {
  const { inBothPlaces } = await import('./places.ts');
  return inBothPlaces(suite, 'product', (place) => place({ suite }));
}

export const SUITES: Record<string, () => Promise<Measurement[]>> = {
  psi: async () => (await import('./psi.ts')).psiBenchmarks(),
  slots: () => alone('slots'),
  mime: () => alone('mime'),
  dkim: async () => (await import('./dkim.ts')).dkimBenchmarks(),
  attest: () => alone('attest'),
  hostile: () => alone('hostile'),
  scan: async () => (await import('./scan.ts')).scanBenchmark(),
  server: async () => (await import('./server.ts')).serverBenchmark(),
};
