/** What `npm run bench` measures. A suite is loaded when it is measured, so that its process holds none of the others. */
import type { Measurement } from '../../worker/measurement.ts';
import type { BenchSuite } from '../../worker/contract.ts';

/** A suite that needs nothing but the product. */
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
