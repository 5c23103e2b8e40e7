/**
 * A separate process that scans an mbox file. It prints its findings, its progress, and by how many bytes the scan
 * raised its peak memory (maximum resident set). The clock advances by itself, so that progress does not depend on the
 * machine. Started by `large-mbox.test.ts`.
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

/** The clock advances by this at each reading. Milliseconds. */
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
