import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatabase, startPostgres } from '../../../scripts/postgres.ts';
import type { Postgres } from '../../../scripts/postgres.ts';
import { startServer } from '../../../scripts/server-process.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import {
  checkInDatabase,
  checkThroughServer,
  createLedger,
  startWriters,
  WRITES,
} from '../../support/server/acknowledged-writes.ts';
import { lookUpCall, send } from '../../support/server/api-calls.ts';
import { SECRET } from '../../support/server/sign-in.ts';
import { WITHOUT_LIMITS, caller } from '../../support/server/server-processes.ts';

/**
 * How often PostgreSQL is killed; the soak run sets 50. A write that is acknowledged before it is stored is lost only
 * by a kill right after it, so there is one kill for each kind of write.
 */
const KILLS = Number(process.env['WAYSTAMP_KILLS'] ?? WRITES.length);
/** The largest number of acknowledged writes before a kill. */
const MOST_WRITES = 30;

let postgres: Postgres;
let url: string;
let server: ServerProcess;
beforeEach(async () => {
  // With default settings: every commit reaches the disk before it is acknowledged.
  postgres = await startPostgres();
  ({ url } = await createDatabase(postgres.url));
  const env = { WAYSTAMP_SECRET: SECRET, WAYSTAMP_DEMO_CASE: 'empty', DATABASE_URL: url, ...WITHOUT_LIMITS };
  server = await startServer({ env });
});
afterEach(async () => {
  await server.stop();
  await postgres.stop();
});

it(
  `PostgreSQL, killed ${KILLS} times during writes, keeps every acknowledged write, and the server continues`,
  { timeout: 120_000 * (KILLS + 1) },
  async () => {
    const ledger = createLedger();
    const people = caller(server);
    const email = 'a@mail.example';
    const token = await people.token(email);
    const readiness = async (): Promise<number> => (await fetch(`${server.origin}/readyz`)).status;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const random = createRandom(`postmaster ${kill}`);
      const writers = startWriters(people, ledger, `kill-${kill}`);
      await writers.acknowledged(random.between(1, MOST_WRITES));
      await writers.next(WRITES[kill % WRITES.length] ?? 'keys stored');
      writers.expectFailures();
      await postgres.kill('SIGKILL');
      await vi.waitUntil(async () => (await readiness()) === 503, { timeout: 30_000 });
      const meanwhile = await send(people, lookUpCall({ email, token }));
      expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([503, '5']);
      await postgres.start();
      await vi.waitUntil(async () => (await readiness()) === 200, { timeout: 30_000 });
      // The same process writes again, over new connections.
      await writers.acknowledged(1);
      await writers.stop();
      await checkThroughServer(people, ledger);
    }
    const database = await openDatabase({ url });
    await checkInDatabase(database.db, ledger);
    await database.close();
    expect(ledger.objects.length).toBeGreaterThan(KILLS);
  },
);
