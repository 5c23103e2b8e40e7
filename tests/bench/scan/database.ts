/**
 * How much of a scan of the demo mailbox without latency is spent in the database: transactions, and the time in which
 * any was open. The database is in memory (fake-indexeddb); provider and scan share the thread.
 */
import { measurement, type Measurement } from '../../../worker/measurement.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { Store } from '../../../worker/store/index.ts';
import { openDemo } from '../../support/mailbox/demo-provider.ts';
import { openMeteredDevice } from '../../support/scan/metered-device.ts';

const RUNS = 3;

interface DatabaseUse {
  transactions: number;
  /** Milliseconds during which a call was running. */
  openMs: number;
}

/** The same store, with its calls counted and timed. Each call is one transaction. */
function watched(store: Store, use: DatabaseUse): Store {
  let open = 0;
  let since = 0;
  const timed =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      use.transactions += 1;
      if (open === 0) since = performance.now();
      open += 1;
      try {
        return await call(...given);
      } finally {
        open -= 1;
        if (open === 0) use.openMs += performance.now() - since;
      }
    };
  return {
    forCatalog: (hash) => watched(store.forCatalog(hash), use),
    catalogs: timed(() => store.catalogs()),
    carryOver: timed((hash) => store.carryOver(hash)),
    get emptiedBefore() {
      return store.emptiedBefore;
    },
    get: (key) => timed(() => store.get(key))(),
    put: (key, value) => timed(() => store.put(key, value))(),
    update: (key, change) => timed(() => store.update(key, change))(),
    delete: timed((key) => store.delete(key)),
    commit: timed((changes) => store.commit(changes)),
    header: timed((id) => store.header(id)),
    headerIds: timed(() => store.headerIds()),
    ledger: timed(() => store.ledger()),
    writeLedger: timed((changes) => store.writeLedger(changes)),
    spend: timed((keyId) => store.spend(keyId)),
    check: timed(() => store.check()),
    clear: timed(() => store.clear()),
    clearMail: timed(() => store.clearMail()),
    close: () => store.close(),
  };
}

export async function databaseBenchmark(): Promise<Measurement[]> {
  const demo = await openDemo();
  const measurements: Measurement[] = [];
  for (const thorough of [false, true]) {
    const runs: (DatabaseUse & { wholeMs: number })[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const use: DatabaseUse = { transactions: 0, openMs: 0 };
      const { scanner } = await openMeteredDevice(demo, {
        clock: systemClock,
        provider: 'demo',
        watch: (store) => watched(store, use),
      });
      const begun = performance.now();
      const { phase } = await scanner.scan({ source: { kind: 'account' }, thorough });
      if (phase !== 'done') throw new Error(`The scan ended as ${phase}.`);
      runs.push({ ...use, wholeMs: performance.now() - begun });
    }
    const figure = (name: string, unit: string, of: (run: (typeof runs)[number]) => number): Measurement =>
      measurement('scan', `demo mailbox, ${thorough ? 'thorough' : 'default'}: ${name}`, unit, runs.map(of));
    measurements.push(
      figure('whole scan in this process', 'ms', ({ wholeMs }) => wholeMs),
      figure('time with a transaction open', 'ms', ({ openMs }) => openMs),
      figure('transactions', 'transactions', ({ transactions }) => transactions),
    );
  }
  return measurements;
}
