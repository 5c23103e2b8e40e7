import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FACTS, factById } from '../../../catalog/index.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { Database } from '../../../server/database/open.ts';
import { organiserFacts } from '../../../server/database/schema.ts';
import {
  organiserSetOfDatabase,
  organiserSetOfFile,
  publishOrganiserSet,
} from '../../../server/psi/organiser-set.ts';
import type { OrganiserSet } from '../../../server/psi/organiser-set.ts';
import { StartError } from '../../../server/start-error.ts';
import { runScript } from '../../support/run-script.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { slotOfFact, slotsOf } from '../../support/psi/slots.ts';
import { acceptedOf, compare, disclose, disclosureOf } from '../../support/server/comparison.ts';
import { openTestServer, signUp } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';
import { createTestPlace, openTestDatabase } from '../../support/server/test-database.ts';
import type { TestPlace } from '../../support/server/test-database.ts';

const BARS = 'travelInterests/bars';
const DEVCON = 'verifiedTravelEvents/devcon';

const namesOf = ({ facts }: OrganiserSet): string[] => facts.map(({ id }) => id);
const setOf = (...ids: string[]): OrganiserSet => ({
  facts: ids.flatMap((id) => factById(id) ?? []),
  bits: new Uint8Array(0),
});

const inFolder = useFolder();
async function written(content: string): Promise<string> {
  const file = inFolder('set.json');
  await writeFile(file, content);
  return file;
}

describe('an organiser’s set in a file', () => {
  it('is what the file names, each fact once', async () => {
    const set = await organiserSetOfFile(await written(JSON.stringify([BARS, DEVCON, BARS])));
    expect(namesOf(set)).toEqual([DEVCON, BARS]);
    expect(slotsOf(set.bits)).toEqual([slotOfFact(BARS), slotOfFact(DEVCON)].toSorted((a, b) => a - b));
  });

  it.each([
    ['is not JSON', 'devcon', 'it is not readable JSON'],
    ['is no list', '{"facts":[]}', 'must be a JSON list of fact names'],
    ['is empty', '[]', 'must be a JSON list of fact names'],
    ['names a fact that there is not', `["${BARS}","devcon"]`, 'entry 1: not a fact of the catalog'],
  ])('that %s is refused with the reason', async (_name, content, reason) => {
    await expect(organiserSetOfFile(await written(content))).rejects.toThrow(StartError);
    await expect(organiserSetOfFile(await written(content))).rejects.toThrow(reason);
  });

  it('that is missing is refused with its path', async () => {
    const missing = inFolder('missing.json');
    await expect(organiserSetOfFile(missing)).rejects.toThrow(missing);
  });
});

describe('an organiser’s set in the database', () => {
  let database: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ database, remove } = await openTestDatabase());
  });
  afterAll(async () => {
    await database.close();
    await remove();
  });

  it('is the whole catalog as long as there is none', async () => {
    const set = await organiserSetOfDatabase(database.db);
    expect(namesOf(set)).toEqual(FACTS.map(({ id }) => id));
    expect(slotsOf(set.bits)).toHaveLength(FACTS.length);
  });

  it('is what was published last', async () => {
    await publishOrganiserSet(database.db, setOf(DEVCON, BARS));
    expect(namesOf(await organiserSetOfDatabase(database.db))).toEqual([DEVCON, BARS]);
    await publishOrganiserSet(database.db, setOf(BARS));
    const set = await organiserSetOfDatabase(database.db);
    expect(namesOf(set)).toEqual([BARS]);
    expect(slotsOf(set.bits)).toEqual([slotOfFact(BARS)]);
    await publishOrganiserSet(database.db, null);
    expect(slotsOf((await organiserSetOfDatabase(database.db)).bits)).toHaveLength(FACTS.length);
  });

  it('that names a fact that there is not is refused with the reason', async () => {
    await database.db.insert(organiserFacts).values([{ fact: BARS }, { fact: 'devcon' }]);
    await expect(organiserSetOfDatabase(database.db)).rejects.toThrow(StartError);
    await expect(organiserSetOfDatabase(database.db)).rejects.toThrow('entry 0: not a fact of the catalog');
  });
});

describe('npm run organiser:publish', () => {
  const run = async (env: Record<string, string>, ...args: string[]): Promise<string> => {
    const options = { env, cwd: inFolder() };
    const { exitCode, stdout, stderr } = await runScript('publish-organiser-set.ts', args, options);
    return exitCode === 0 ? stdout : stderr;
  };

  let place: TestPlace;
  let env: Record<string, string>;
  beforeEach(async () => {
    place = await createTestPlace();
    env = {
      DATABASE_URL: place.options.env?.['DATABASE_URL'] ?? '',
      DATA_DIR: place.options.dataDir ?? inFolder(),
    };
  });
  afterEach(() => place.remove());

  const inDatabase = async <T>(use: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase(place.where);
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  };
  const stored = (): Promise<string[]> =>
    inDatabase(async ({ db }) => (await db.select().from(organiserFacts)).map(({ fact }) => fact).toSorted());

  it('puts a file’s set into the database, and takes it out again', async () => {
    const file = await written(JSON.stringify([DEVCON, BARS]));
    expect(await run(env, file)).toBe('The organiser lists 2 of 28 facts.\n');
    expect(await stored()).toEqual([BARS, DEVCON]);
    expect(await run(env, '--whole-catalog')).toBe('The organiser lists the whole catalog: 28 facts.\n');
    expect(await stored()).toEqual([]);
  });

  it('leaves the set as it is when a file names no facts, or when it is asked in another way', async () => {
    await inDatabase(({ db }) => publishOrganiserSet(db, setOf(DEVCON, BARS)));
    const file = await written('["devcon"]');
    expect(await run(env, file)).toContain('entry 0: not a fact of the catalog');
    for (const args of [[], [file, file], [file, '--whole-catalog']]) {
      expect(await run(env, ...args)).toMatch(/^Usage: /);
    }
    expect(await stored()).toEqual([BARS, DEVCON]);
  });
});

describe('a server', () => {
  let server: TestServer | undefined;
  // Its intervals are run by hand.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await server?.close();
    server = undefined;
  });
  const matched = async (open: TestServer, email: string): Promise<number[]> =>
    (await compare(open, await signUp(open, email), [slotOfFact(BARS), slotOfFact(DEVCON)])).matched;
  /** Until the server has read the set: the reading goes on after the interval has begun it. */
  const comparesWith = (open: TestServer, fact: string): Promise<void> =>
    vi.waitFor(async () => {
      expect(await matched(open, `${randomUUID()}@mail.example`)).toEqual([slotOfFact(fact)]);
    }, 60_000);

  it('compares with the file’s set, whatever the database holds', async () => {
    const env = { WAYSTAMP_ORGANISER_SET: await written(JSON.stringify([BARS])) };
    server = await openTestServer({ listen: true, env });
    expect(await matched(server, 'first@mail.example')).toEqual([slotOfFact(BARS)]);
    await publishOrganiserSet(server.database.db, setOf(DEVCON));
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await matched(server, 'second@mail.example')).toEqual([slotOfFact(BARS)]);
  });

  it('compares with the database’s set, and hears of a new one within five minutes', async () => {
    server = await openTestServer({ listen: true });
    await publishOrganiserSet(server.database.db, setOf(BARS));
    await vi.advanceTimersByTimeAsync(299_999);
    expect(await matched(server, 'before@mail.example')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await comparesWith(server, BARS);
  });

  it('keeps the set that it has while the database’s is wrong, and says so', async () => {
    server = await openTestServer({ listen: true });
    const { logged, database } = server;
    await database.db.insert(organiserFacts).values({ fact: 'devcon' });
    await vi.advanceTimersByTimeAsync(300_000);
    await vi.waitFor(() => {
      expect(logged.filter((line) => line.includes('the one that was read before stays in use'))).toEqual([
        expect.stringContaining('entry 0: not a fact of the catalog'),
      ]);
    }, 60_000);
    expect(await matched(server, 'while@mail.example')).toHaveLength(2);
  });

  it('judges a disclosure by the set that its comparison was made with', async () => {
    server = await openTestServer({ listen: true });
    const { database } = server;
    await publishOrganiserSet(database.db, setOf(BARS));
    await vi.advanceTimersByTimeAsync(300_000);
    await comparesWith(server, BARS);

    const person = await signUp(server, 'change@mail.example');
    const compared = await compare(server, person, [slotOfFact(BARS), slotOfFact(DEVCON)]);
    await publishOrganiserSet(database.db, setOf(DEVCON));
    await vi.advanceTimersByTimeAsync(300_000);
    await comparesWith(server, DEVCON);

    // What the session did not list is not had by its being listed now, and what it listed still is.
    const now = await disclose(server, person, disclosureOf(compared, [slotOfFact(DEVCON)]));
    expect(now.status).toBe(403);
    const then = await disclose(server, person, disclosureOf(compared, [slotOfFact(BARS)]));
    expect(await acceptedOf(then)).toEqual([BARS]);
  });
});
