/**
 * The server under load from this process, on PostgreSQL, over loopback: comparisons a second on one core, their times
 * at a steady rate, account look-ups a second, and memory over 100,000 requests.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createDatabase, startPostgres } from '../../scripts/postgres.ts';
import { startServer } from '../../scripts/server-process.ts';
import { openDatabase } from '../../server/database/open.ts';
import { measurement, type Measurement } from '../../worker/measurement.ts';
import { announcePeople } from '../support/server/announced-people.ts';
import { type Call, lookUpCall } from '../support/server/api-calls.ts';
import { round2Call } from '../support/server/comparison.ts';
import { NO_DNS } from '../support/network/no-dns.ts';
import { createLoad } from './server/load.ts';

/** The server's core; this process and PostgreSQL share the others. */
const CORE = 0;
const SECRET = 'a secret of the benchmark, of some length';
const UNLIMITED = '1000000';
/** Comparisons per run, and the number of runs. Each comparison needs its own keys. */
const COMPARISONS = 600;
const RUNS = 5;
/** Runs before the measured ones, until the server's code is compiled. */
const WARM_UPS = 2;
/** The rate in comparisons a second at which their time is measured, and for how many seconds. */
const STEADY_RATE = 100;
const STEADY_SECONDS = 20;
const LOOK_UPS = 5_000;
/** Requests over which memory is measured, and the interval between readings. */
const WATCHED = 100_000;
const WATCH_STEP = 10_000;
/** Concurrent calls, each over its own connection. */
const UNDER_WAY = 32;

export async function serverBenchmark(): Promise<Measurement[]> {
  leaveItsCore();
  const postgres = await startPostgres();
  const { url } = await createDatabase(postgres.url);
  const server = await startServer({
    command: onOneCore(),
    env: {
      DATABASE_URL: url,
      WAYSTAMP_SECRET: SECRET,
      WAYSTAMP_DEMO_CASE: 'empty',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: ONE_CORE_OPTIONS,
      DNS_SERVERS: NO_DNS,
      LIMIT_CALLS_PER_MINUTE: UNLIMITED,
      LIMIT_COMPARISONS_PER_HOUR: UNLIMITED,
    },
  });
  const load = createLoad(server.origin, UNDER_WAY);
  try {
    const steady = STEADY_RATE * STEADY_SECONDS;
    console.error('Announcing the keys of many people …');
    const database = await openDatabase({ url });
    const people = await announcePeople(database, SECRET, (WARM_UPS + RUNS) * COMPARISONS + steady);
    await database.close();
    const comparisons = people.map(({ token, round1 }) => round2Call(token, round1.message));
    const lookUps = (count: number): Call[] =>
      Array.from({ length: count }, (_, index) =>
        lookUpCall(people[index % people.length] ?? { email: '', token: '' }),
      );

    // As in real use: the account is looked up before a comparison.
    console.error('Looking accounts up …');
    const lookUpRates: number[] = [];
    for (let run = 0; run < RUNS; run += 1) lookUpRates.push(await load.closed(lookUps(LOOK_UPS), UNDER_WAY));

    console.error('Comparing …');
    const rates: number[] = [];
    for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
      const rate = await load.closed(comparisons.splice(0, COMPARISONS), UNDER_WAY);
      if (run >= WARM_UPS) rates.push(rate);
    }
    const times = (await load.open(comparisons.splice(0, steady), STEADY_RATE)).toSorted((a, b) => a - b);
    const quantile = (part: number): number => times[Math.floor(part * (times.length - 1))] ?? Number.NaN;

    const memory: number[] = [];
    for (let sent = 0; sent < WATCHED; sent += WATCH_STEP) {
      await load.closed(lookUps(WATCH_STEP), UNDER_WAY);
      memory.push(residentMegabytes(server.pid));
    }
    // The first garbage collections decide how much memory is kept.
    const half = memory[memory.length / 2 - 1] ?? 0;
    return [
      measurement('server', 'account look-ups, the server on one core', 'look-ups/s', lookUpRates),
      measurement('server', 'round 2, the server on one core', 'comparisons/s', rates),
      measurement('server', `round 2 at ${STEADY_RATE} a second: median`, 'ms', [quantile(0.5)]),
      measurement('server', `round 2 at ${STEADY_RATE} a second: 99th percentile`, 'ms', [quantile(0.99)]),
      measurement('server', 'memory after each 10,000 of 100,000 requests', 'MB', memory),
      measurement('server', 'memory after all of them ÷ after half of them', '×', [
        (memory.at(-1) ?? 0) / half,
      ]),
    ];
  } finally {
    load.close();
    await server.stop();
    await postgres.stop();
  }
}

/** One helper thread of V8 for the one core, as in deploy/. */
const ONE_CORE_OPTIONS = '--v8-pool-size=1';

/** Pins a program to one core, where the system supports it. */
function onOneCore(): string[] {
  if (process.platform === 'linux') return ['taskset', '--cpu-list', String(CORE)];
  console.error('This system cannot keep the server to one core: the figures are for all of them.');
  return [];
}

/** Moves this process off the server's core, if there are others. */
function leaveItsCore(): void {
  const cores = availableParallelism();
  if (process.platform !== 'linux' || cores === 1) return;
  const others = `${CORE + 1}-${cores - 1}`;
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', others, String(process.pid)]);
}

function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
}
