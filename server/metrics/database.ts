import { Gauge } from 'prom-client';
import type { Database } from '../database/open.ts';
import type { DkimArchive } from '../dkim/archive.ts';
import type { ServerMetrics } from './metrics.ts';

/** Whether the database answers, and the use of its connections (the embedded one has none). */
export function measureDatabase(database: Database, { registry, atReading }: ServerMetrics): void {
  const up = new Gauge({
    name: 'waystamp_database_up',
    help: '1 when the database answered at this reading, 0 when it did not.',
    registers: [registry],
  });
  atReading(async () => {
    up.set(0);
    await database.ping().then(
      () => up.set(1),
      () => undefined,
    );
  });
  const { connections } = database;
  if (connections === undefined) return;
  const used: Gauge<'state'> = new Gauge({
    name: 'waystamp_database_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect: () => {
      const { total, idle } = connections();
      used.set({ state: 'busy' }, total - idle);
      used.set({ state: 'idle' }, idle);
    },
  });
  const waiting: Gauge = new Gauge({
    name: 'waystamp_database_waiting',
    help: 'Queries that wait for a connection to the database.',
    registers: [registry],
    collect: () => waiting.set(connections().waiting),
  });
}

/**
 * How complete the DKIM key archive is.
 *
 * @param domains returns the signer domains of the published catalogs
 * @param now milliseconds since the epoch
 */
export function measureArchive(
  archive: DkimArchive,
  domains: () => Promise<readonly string[]>,
  now: () => number,
  { registry, atReading }: ServerMetrics,
): void {
  const registers = [registry];
  const lastLookUp = new Gauge({
    name: 'waystamp_dkim_last_look_up_timestamp_seconds',
    help: 'When DNS had last answered for every domain of the catalog; 0 when it never did.',
    registers,
  });
  const stale = new Gauge({
    name: 'waystamp_dkim_stale',
    help: '1 when keys that some domain published lately may be missing from the archive, else 0.',
    registers,
  });
  const keys = new Gauge({
    name: 'waystamp_dkim_keys',
    help: 'DKIM keys in the archive.',
    registers,
  });
  const forget = (): void => {
    for (const gauge of [lastLookUp, stale, keys]) gauge.remove();
  };
  atReading(async () => {
    // Without a timely answer of the database the figure is left out, since an old value would look current.
    forget();
    try {
      const [freshness, size] = await Promise.all([
        domains().then((of) => archive.freshness(of, now())),
        archive.size(),
      ]);
      const all = [...freshness.values()];
      lastLookUp.set(all.length === 0 ? 0 : Math.min(...all.map(({ lastLookUp: at }) => at ?? 0)) / 1000);
      stale.set(all.some((domain) => domain.stale) ? 1 : 0);
      keys.set(size);
    } catch {
      forget();
    }
  });
}
