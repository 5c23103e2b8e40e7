/**
 * Every route under requests generated from the server's OpenAPI document, against a server process. The requests are
 * the same each time; `npm run test:soak` sends 100,000.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../../../scripts/server-process.ts';
import type { ServerProcess } from '../../../../scripts/server-process.ts';
import { logFaults } from '../../../support/server/log-faults.ts';
import { signUp } from '../../../support/server/harness.ts';
import { SECRET } from '../../../support/server/sign-in.ts';
import type { Reachable } from '../../../support/server/harness.ts';
import { WITHOUT_LIMITS, caller } from '../../../support/server/server-processes.ts';
import { createConformance } from '../../../support/server/openapi/conformance.ts';
import type { OpenApi } from '../../../support/server/openapi/conformance.ts';
import { getAcquainted } from './acquaintance.ts';
import { createJudge } from './judge.ts';
import type { Judge } from './judge.ts';
import { malformedBytes } from './malformed.ts';
import { fuzzRequests } from './requests.ts';
import type { FuzzRequest, Knowledge } from './requests.ts';
import { createWire } from './wire.ts';
import type { Wire } from './wire.ts';

const REQUESTS = Number(process.env['WAYSTAMP_FUZZ_REQUESTS'] ?? 3000);
/** One in this many is sent as bytes that may not be a request at all. */
const MALFORMED_ONE_IN = 12;
const SEED = 20_261_121;
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** Made and sent together, so that not all need to be in memory. */
const BATCH = 500;
/** The number sent at once. */
const CALLERS = 24;
/** The number shown when the test fails; the rest is only counted. */
const SHOWN = 12;
/** pino's level `error`. */
const ERROR_LEVEL = 50;

let server: ServerProcess;
let people: Reachable;
let knowledge: Knowledge;
let document: OpenApi;
let wire: Wire;
let judge: Judge;
beforeAll(async () => {
  // `npm test` has built the page; without it, its routes would not exist.
  if (!existsSync(`${ROOT}/dist/index.html`)) await build({ root: ROOT, logLevel: 'error' });
  server = await startServer({
    env: {
      WAYSTAMP_SECRET: SECRET,
      WAYSTAMP_DEMO_CASE: 'no-travel',
      ...WITHOUT_LIMITS,
    },
  });
  people = caller(server);
  document = (await (await people.request('/api/openapi.json')).json()) as OpenApi;
  knowledge = await getAcquainted(people);
  wire = createWire(server.origin);
  judge = createJudge(createConformance(document), [SECRET, server.dataDir, ROOT]);
});
afterAll(async () => {
  wire.close();
  await server.stop();
});

/** Runs `task` for every item, several at once. */
async function each<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (const item of rest) await task(item);
    }),
  );
}

async function batches<T>(
  many: number,
  made: fc.Arbitrary<T>,
  task: (item: T) => Promise<void>,
): Promise<void> {
  for (let batch = 0; batch * BATCH < many; batch += 1) {
    const numRuns = Math.min(BATCH, many - batch * BATCH);
    await each(fc.sample(made, { seed: SEED + batch, numRuns }), task);
  }
}

function shown({ method, target, headers, body, delivery }: FuzzRequest): string {
  const head = JSON.stringify(headers).slice(0, 300);
  const text = body === null ? 'no body' : JSON.stringify(Buffer.from(body).toString('latin1').slice(0, 200));
  return `${method} ${target.slice(0, 200)} ${head} ${delivery}, ${body?.length ?? 0} bytes: ${text}`;
}

/** The number of faults and the first of them; nothing when there was none. */
function sumOf(faults: readonly string[]): string {
  return faults.length === 0 ? '' : `${faults.length} faults\n${faults.slice(0, SHOWN).join('\n')}`;
}

/** The server still serves afterwards, and reported no fault of its own. */
async function stillServes(someone: string): Promise<void> {
  expect((await people.request('/healthz')).status).toBe(200);
  expect((await people.request('/readyz')).status).toBe(200);
  await expect(signUp(people, someone)).resolves.toBeDefined();
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const faults = lines.filter((line) => (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL);
  expect(faults.slice(0, SHOWN)).toEqual([]);
  expect(
    logFaults(server.output().split('\n'), { paths: Object.keys(document.paths) }).slice(0, SHOWN),
  ).toEqual([]);
  // Output of the program that is not its log.
  expect(server.output()).not.toMatch(/\n\s+at /);
}

describe('every route', () => {
  it('answers every request as documented, without faults, delays or leaks', async () => {
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    await batches(REQUESTS, fuzzRequests(document, knowledge), async (request) => {
      const ending = await wire.send(request);
      if (ending.kind === 'answered') {
        const { status } = ending.answer;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      const fault = judge.fault(request, ending);
      if (fault !== null) faults.push(`${fault}\n  ${shown(request)}`);
    });
    console.log(`${REQUESTS} requests; answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
    expect(sumOf(faults)).toBe('');
    // The requests get far: some are served, and some fail only at the last check.
    for (const status of [200, 303, 400, 401, 403, 404, 409, 413, 431])
      expect([...statuses.keys()]).toContain(status);
    await stillServes('after-requests@mail.example');
  }, 0);

  it('is not reached by malformed requests, which are refused with a message', async () => {
    const faults: string[] = [];
    await batches(Math.ceil(REQUESTS / MALFORMED_ONE_IN), malformedBytes, async (bytes) => {
      const fault = judge.faultOfBytes(await wire.sendBytes(bytes));
      if (fault !== null)
        faults.push(`${fault}\n  ${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 300))}`);
    });
    expect(sumOf(faults)).toBe('');
    await stillServes('after-bytes@mail.example');
  }, 0);
});
