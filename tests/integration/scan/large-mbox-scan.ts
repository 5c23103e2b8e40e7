/**
 * A process of its own that scans an mbox file and prints what it found, how its progress went, and how many
 * bytes the process held at most (its maximum resident set) above what it held before the scan. The clock moves by
 * itself, so that the progress does not depend on the machine. Started by `large-mbox.test.ts`.
 */
import 'fake-indexeddb/auto';
import { openAsBlob } from 'node:fs';
import { IDBFactory } from 'fake-indexeddb';
import { CATALOG } from '../../../catalog/index.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { ScanProgress } from '../../../worker/contract.ts';
import { createMboxMailbox } from '../../../worker/mailbox/index.ts';
import { runScan } from '../../../worker/scan/index.ts';
import { openStore } from '../../../worker/store/index.ts';

/** Milliseconds by which the clock moves each time that it is read. */
const TICK_MS = 5;

const [path = ''] = process.argv.slice(2);

const told: ScanProgress[] = [];
let now = Date.UTC(2026, 4, 4);
const store = await openStore(new IDBFactory());
const before = process.memoryUsage.rss();
const last = await runScan({
  mailbox: createMboxMailbox(await openAsBlob(path)),
  source: 'file',
  fileName: 'large.mbox',
  thorough: false,
  store,
  catalog: CATALOG,
  lookup: () => Promise.resolve([]),
  signal: new AbortController().signal,
  onProgress: (event) => told.push(event),
  onFacts: () => undefined,
  clock: { ...systemClock, now: () => (now += TICK_MS) },
  locks: undefined,
});
const extraBytes = process.resourceUsage().maxRSS * 1024 - before;
const steps = told.map(({ done, total, unit, phase }) => ({ done, total, unit, phase }));
console.log(JSON.stringify({ extraBytes, last, steps }));
