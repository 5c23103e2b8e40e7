import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { Database } from '../../../server/database/open.ts';
import { organiserFacts } from '../../../server/database/schema.ts';
import {
  listedInDatabase,
  listedInFile,
  organiserSet,
  publishOrganiserSet,
} from '../../../server/psi/organiser-set.ts';
import { StartError } from '../../../server/operator/start-error.ts';
import { runScript } from '../../support/run-script.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { slotOfFact, slotsOf } from '../../support/psi/slots.ts';
import { acceptedOf, compare, disclose, disclosureOf } from '../../support/server/comparison.ts';
import { openTestServer, signUp } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';
import { createTestPlace, openTestDatabase } from '../../support/server/test-database.ts';
import type { TestPlace } from '../../support/server/test-database.ts';
import { FACTS } from '../../support/catalog.ts';

const BARS = 'travelInterests/bars';
const DEVCON = 'verifiedTravelEvents/devcon';

const inFolder = useFolder();
async function written(content: string): Promise<string> {
  const file = inFolder('set.json');
  await writeFile(file, content);
  return file;
}

describe('an organiser’s set in a file', () => {
  it('has the facts that the file names, each once', async () => {
    const listed = await listedInFile(await written(JSON.stringify([BARS, DEVCON, BARS])), CATALOG);
    expect(listed).toEqual([DEVCON, BARS]);
    expect(slotsOf(organiserSet(CATALOG, listed).bits)).toEqual(
      [slotOfFact(BARS), slotOfFact(DEVCON)].toSorted((a, b) => a - b),
    );
  });

  it.each([
    ['is not JSON', 'devcon', 'it is not readable JSON'],
    ['is no list', '{"facts":[]}', 'must be a JSON list of fact names'],
    ['is empty', '[]', 'must be a JSON list of fact names'],
    ['names a fact that there is not', `["${BARS}","devcon"]`, 'entry 1: not a fact of the catalog'],
  ])('that %s is refused with the reason', async (_name, content, reason) => {
    await expect(listedInFile(await written(content), CATALOG)).rejects.toThrow(StartError);
    await expect(listedInFile(await written(content), CATALOG)).rejects.toThrow(reason);
  });

  it('that is missing is refused with its path', async () => {
    const missing = inFolder('missing.json');
    await expect(listedInFile(missing, CATALOG)).rejects.toThrow(missing);
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

  it('is the whole catalog while none is published', async () => {
    const listed = await listedInDatabase(database.db, CATALOG);
    expect(listed).toBeNull();
    const { facts, bits } = organiserSet(CATALOG, listed);
    expect(facts).toEqual(FACTS);
    expect(slotsOf(bits)).toHaveLength(FACTS.length);
  });

  it('is the one published last', async () => {
    await publishOrganiserSet(database.db, [DEVCON, BARS]);
    expect(await listedInDatabase(database.db, CATALOG)).toEqual([DEVCON, BARS]);
    await publishOrganiserSet(database.db, [BARS]);
    expect(await listedInDatabase(database.db, CATALOG)).toEqual([BARS]);
    await publishOrganiserSet(database.db, null);
    expect(await listedInDatabase(database.db, CATALOG)).toBeNull();
  });

  it('is refused with the reason when it names an unknown fact', async () => {
    await database.db.insert(organiserFacts).values([{ fact: BARS }, { fact: 'devcon' }]);
    await expect(listedInDatabase(database.db, CATALOG)).rejects.toThrow(StartError);
    await expect(listedInDatabase(database.db, CATALOG)).rejects.toThrow(
      'entry 0: not a fact of the catalog',
    );
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

  it('stores a file’s set in the database, and removes it again', async () => {
    const file = await written(JSON.stringify([DEVCON, BARS]));
    expect(await run(env, file)).toBe('The organiser lists 2 of 28 facts.\n');
    expect(await stored()).toEqual([BARS, DEVCON]);
    expect(await run(env, '--whole-catalog')).toBe('The organiser lists the whole catalog: 28 facts.\n');
    expect(await stored()).toEqual([]);
  });

  it('leaves the set unchanged when a file names no facts, or the arguments are wrong', async () => {
    await inDatabase(({ db }) => publishOrganiserSet(db, [DEVCON, BARS]));
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
  // The test runs the server's intervals by hand.
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
  /** Waits until the server has read the set; the interval only starts the reading. */
  const comparesWith = (open: TestServer, fact: string): Promise<void> =>
    vi.waitFor(async () => {
      expect(await matched(open, `${randomUUID()}@mail.example`)).toEqual([slotOfFact(fact)]);
    }, 60_000);

  it('compares with the file’s set, whatever is in the database', async () => {
    const env = { WAYSTAMP_ORGANISER_SET: await written(JSON.stringify([BARS])) };
    server = await openTestServer({ listen: true, env });
    expect(await matched(server, 'first@mail.example')).toEqual([slotOfFact(BARS)]);
    await publishOrganiserSet(server.database.db, [DEVCON]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await matched(server, 'second@mail.example')).toEqual([slotOfFact(BARS)]);
  });

  it('compares with the database’s set, and picks up a new one within five minutes', async () => {
    server = await openTestServer({ listen: true });
    await publishOrganiserSet(server.database.db, [BARS]);
    await vi.advanceTimersByTimeAsync(299_999);
    expect(await matched(server, 'before@mail.example')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await comparesWith(server, BARS);
  });

  it('keeps its set while the database’s is invalid, and reports that', async () => {
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

  it('checks a disclosure against the set of its comparison', async () => {
    server = await openTestServer({ listen: true });
    const { database } = server;
    await publishOrganiserSet(database.db, [BARS]);
    await vi.advanceTimersByTimeAsync(300_000);
    await comparesWith(server, BARS);

    const person = await signUp(server, 'change@mail.example');
    const compared = await compare(server, person, [slotOfFact(BARS), slotOfFact(DEVCON)]);
    await publishOrganiserSet(database.db, [DEVCON]);
    await vi.advanceTimersByTimeAsync(300_000);
    await comparesWith(server, DEVCON);

    // A fact that is listed only now was not in the session's set. A fact that was in it still counts.
    const now = await disclose(server, person, disclosureOf(compared, [slotOfFact(DEVCON)]));
    expect(now.status).toBe(403);
    const then = await disclose(server, person, disclosureOf(compared, [slotOfFact(BARS)]));
    expect(await acceptedOf(then)).toEqual([BARS]);
  });
});
