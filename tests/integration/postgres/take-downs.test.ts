import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import type { Database } from '../../../server/database/open.ts';
import { disclosures, psiSessions, users } from '../../../server/database/schema.ts';
import { createAnnouncer } from '../../support/server/announced-people.ts';
import type { Person } from '../../support/server/announced-people.ts';
import {
  checkInDatabase,
  checkThroughServer,
  createLedger,
  startWriters,
} from '../../support/server/acknowledged-writes.ts';
import { lookUpCall, send } from '../../support/server/api-calls.ts';
import { disclose, disclosureOf, postRound2, replyOf } from '../../support/server/comparison.ts';
import { signUp } from '../../support/server/harness.ts';
import { SECRET } from '../../support/server/sign-in.ts';
import type { Reachable } from '../../support/server/harness.ts';
import { COPIES, balancedCopies } from './balanced-copies.ts';
import { startComparers } from './comparers.ts';
import type { Compared, Killing } from './comparers.ts';

/**
 * How often each copy is killed with each signal; the soak run sets 5. Planted mistakes (nginx asks no second copy;
 * each copy remembers answered keys only for itself) were found at the first killed copy.
 */
const ROUNDS = Number(process.env['WAYSTAMP_TAKE_DOWNS'] ?? 1);
/** Disclosures, and acknowledged writes of other kinds, between two events. */
const BETWEEN = 10;
/** Before each request of the writers, because a copy that starts needs the machine too. */
const PAUSE_MS = 20;

const { balanced, copy, takeAway, bringBack, place, logged } = balancedCopies();

let database: Database;
let announce: () => Promise<Person>;
beforeEach(async () => {
  database = await openDatabase(place().where);
  announce = await createAnnouncer(database, SECRET);
  return () => database.close();
});

/** nginx, with time limits for slow people. */
function unhurried(): Reachable {
  const server = balanced();
  return {
    ...server,
    request: async (path, init) => {
      await wait(PAUSE_MS);
      return server.request(path, init);
    },
  };
}

const order = Array.from({ length: ROUNDS * COPIES }, (_, index) => index % COPIES);

/** One request of round 2, sent to one server. */
const round2 = (server: Reachable, person: Person): Promise<Response> =>
  postRound2(server, person, person.round1.message);

describe('three copies behind nginx', () => {
  it(
    `lose nothing acknowledged under load when each is stopped with SIGTERM and SIGKILL (rounds: ${ROUNDS}), and no request to SIGTERM`,
    { timeout: 120_000 * (ROUNDS + 1) },
    async () => {
      const ledger = createLedger();
      const compared: Compared = { people: [], disclosed: [], lost: 0 };
      const killing: Killing = { begun: 0, underWay: false };
      const comparers = startComparers(balanced().origin, announce, killing, compared);

      const strict = startWriters(unhurried(), ledger, 'drained');
      for (const index of order) {
        await Promise.all([strict.acknowledged(BETWEEN), comparers.disclosures(BETWEEN)]);
        await takeAway(index, 'SIGTERM');
        await Promise.all([strict.acknowledged(BETWEEN), comparers.disclosures(BETWEEN)]);
        await bringBack(index);
      }
      await strict.acknowledged(BETWEEN);
      await strict.stop();
      expect(compared.lost).toBe(0);

      const writers = startWriters(unhurried(), ledger, 'killed');
      writers.expectFailures();
      for (const index of order) {
        await Promise.all([writers.acknowledged(BETWEEN), comparers.disclosures(BETWEEN)]);
        killing.begun += 1;
        killing.underWay = true;
        await takeAway(index, 'SIGKILL');
        killing.underWay = false;
        // Nobody intervenes, and the other copies continue: every request from now on is answered.
        await Promise.all([writers.acknowledged(BETWEEN), comparers.disclosures(BETWEEN)]);
        await bringBack(index);
      }
      await comparers.stop();
      await writers.stop();

      await checkThroughServer(balanced(), ledger);
      await checkInDatabase(database.db, ledger);
      await checkComparisons(compared);
      const log = await logged();
      expect(log).toContain('copy 127.0.0.1:');
      expect(log).not.toMatch(/mail\.example|Bearer/);
    },
  );

  it('share a session, an account and an object: each step may reach another copy', async () => {
    const somebody = await signUp(copy(0), 'moves@mail.example');
    const look = await send(copy(1), lookUpCall(somebody));
    expect(await look.json()).toEqual({ exists: true, user: { id: somebody.id } });
    const { pathname } = new URL(somebody.keys.link);
    const stored = await copy(2).request(pathname);
    expect(Buffer.from(await stored.arrayBuffer()).equals(somebody.keys.publicKeys)).toBe(true);

    for (let begun = 0; begun < COPIES; begun += 1) {
      const person = await announce();
      const reply = await replyOf(await round2(copy(begun), person));
      const disclosure = disclosureOf(person.round1.open(reply), person.slots.slice(0, 1));
      const disclosed = await disclose(copy((begun + 1) % COPIES), person, disclosure);
      expect(disclosed.status).toBe(200);
      for (let again = 0; again < COPIES; again += 1) {
        const refused = await round2(copy(again), person);
        expect(refused.status).toBe(409);
        expect(await refused.json()).toMatchObject({ code: 'keys_used' });
      }
    }
  });
});

describe('a restored backup', () => {
  it('answers no key that may have been answered after the backup, once all keys are retired as documented', async () => {
    const page = await readFile(new URL('../../../deploy/README.md', import.meta.url), 'utf8');
    const [, statement = ''] = /```sql\n([^`]+)```/.exec(page) ?? [];
    const person = await announce();
    await database.db.execute(statement);
    const refused = await round2(balanced(), person);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'keys_used' });
  });
});

/** No copy answers any request of the load a second time, and what the load left in the database is consistent. */
async function checkComparisons({ people, disclosed }: Compared): Promise<void> {
  for (const [index, { person }] of people.entries()) {
    const again = await round2(copy(index % COPIES), person);
    expect(again.status).toBe(409);
  }
  const sessions = await database.db
    .select({ email: users.email })
    .from(psiSessions)
    .innerJoin(users, eq(users.id, psiSessions.userId));
  const begun = new Map<string, number>();
  for (const { email } of sessions) begun.set(email, (begun.get(email) ?? 0) + 1);
  for (const { person, replies } of people) {
    expect(replies).toBeLessThanOrEqual(1);
    expect(begun.get(person.email)).toBe(1);
  }
  const facts = await database.db
    .select({ email: users.email })
    .from(disclosures)
    .innerJoin(users, eq(users.id, disclosures.userId));
  const recorded = new Map<string, number>();
  for (const { email } of facts) recorded.set(email, (recorded.get(email) ?? 0) + 1);
  for (const { email, slots } of disclosed) expect(recorded.get(email)).toBe(slots.length);
  expect(disclosed.length).toBeGreaterThan(0);
}
