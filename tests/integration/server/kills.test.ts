import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import {
  checkInDatabase,
  checkThroughServer,
  createLedger,
  startWriters,
  WRITES,
} from '../../support/server/acknowledged-writes.ts';
import { WITHOUT_LIMITS, caller, useServerProcesses } from '../../support/server/server-processes.ts';

/**
 * How often the server is killed; the soak run sets 50. A write that is acknowledged before it is stored is lost only
 * by a kill right after it, so there is one kill for each kind of write.
 */
const KILLS = Number(process.env['WAYSTAMP_KILLS'] ?? WRITES.length);
/** The largest number of acknowledged writes before a kill. */
const MOST_WRITES = 30;

const { start, place } = useServerProcesses();

it(
  `a server killed ${KILLS} times while it writes has every acknowledged write after the restart`,
  { timeout: 120_000 * (KILLS + 1) },
  async () => {
    const ledger = createLedger();
    let port = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const random = createRandom(`kill ${kill}`);
      const server = await start({ port, env: WITHOUT_LIMITS });
      port = Number(new URL(server.origin).port);
      await checkThroughServer(caller(server), ledger);
      const writers = startWriters(caller(server), ledger, `kill-${kill}`);
      await writers.acknowledged(random.between(1, MOST_WRITES));
      await writers.next(WRITES[kill % WRITES.length] ?? 'keys stored');
      writers.expectFailures();
      await server.kill('SIGKILL');
      await writers.stop();
    }
    const last = await start({ port, env: WITHOUT_LIMITS });
    await checkThroughServer(caller(last), ledger);
    await last.kill('SIGKILL');

    const database = await openDatabase(place().where);
    await checkInDatabase(database.db, ledger);
    await database.close();
    expect(ledger.objects.length).toBeGreaterThanOrEqual(KILLS);
  },
);
