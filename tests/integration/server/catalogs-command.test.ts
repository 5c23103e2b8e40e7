/** `npm run catalogs`: how an operator lists the published catalogs and withdraws one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { createPublishedCatalogs } from '../../../server/catalog/published.ts';
import type { PublishedCatalogs } from '../../../server/catalog/published.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { LAKESIDE } from '../../support/lakeside.ts';
import { runScript } from '../../support/run-script.ts';
import type { ScriptRun } from '../../support/run-script.ts';
import { createTestPlace } from '../../support/server/test-database.ts';
import type { TestPlace } from '../../support/server/test-database.ts';

const HASH = catalogHash(CATALOG);
const OTHER = catalogHash(LAKESIDE);

let place: TestPlace;
beforeEach(async () => {
  place = await createTestPlace();
});
afterEach(() => place.remove());

/** Works between two commands. The database is open only in between, as after a server that was stopped. */
async function inDatabase<T>(work: (published: PublishedCatalogs) => Promise<T>): Promise<T> {
  const database = await openDatabase(place.where);
  try {
    return await work(createPublishedCatalogs(database.db));
  } finally {
    await database.close();
  }
}

function command(verb: string, hash = '', more: Record<string, string> = {}): Promise<ScriptRun> {
  const { env = {}, dataDir } = place.options;
  return runScript('catalogs.ts', hash === '' ? [verb] : [verb, hash], {
    env: { ...env, ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }), ...more },
  });
}

describe('npm run catalogs', () => {
  it('lists what was published, and withdraws what is not in use', async () => {
    expect((await command('list')).stdout).toContain('No catalog was published yet');
    await inDatabase(async (published) => {
      await published.publish(LAKESIDE);
      await published.publish(CATALOG);
    });
    const lines = (await command('list')).stdout.trim().split('\n');
    const day = new Date().toISOString().slice(0, 10);
    expect(lines).toEqual([
      `${OTHER}  lakeside, published on ${day}`,
      `${HASH}  waystamp, published on ${day}, in use`,
    ]);

    const withdrawn = await command('withdraw', OTHER);
    expect(withdrawn).toMatchObject({ exitCode: 0, stderr: '' });
    expect(withdrawn.stdout).toContain(OTHER);
    expect((await command('list')).stdout).toContain(`published on ${day}, withdrawn on ${day}\n`);
    const found = await inDatabase((published) => published.find([OTHER, HASH]));
    expect(found.get(OTHER)?.withdrawn).toBe(true);
    expect(found.get(HASH)?.withdrawn).toBe(false);
    expect((await command('restore', OTHER)).stdout).toContain('Published again');
    expect((await command('list')).stdout.trim().split('\n')).toEqual(lines);
  });

  it('withdraws nothing while a hosted project does not say what is in use', async () => {
    await inDatabase((published) => published.publish(LAKESIDE));
    const { exitCode, stderr } = await command('withdraw', OTHER, {
      SUPABASE_URL: 'http://127.0.0.1:1',
      SUPABASE_ANON_KEY: 'anon',
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Nothing was withdrawn');
    const found = await inDatabase((published) => published.find([OTHER]));
    expect(found.get(OTHER)?.withdrawn).toBe(false);
  });

  it.each([
    ['the catalog in use', 'withdraw', HASH, 'Change what is asked first'],
    ['an unknown hash', 'withdraw', 'a'.repeat(64), 'was published here'],
    ['no hash', 'withdraw', 'devcon', '64 hex digits'],
    ['another verb', 'publish', '', 'Usage: npm run catalogs'],
  ])('refuses %s, and says why', async (_name, verb, hash, reason) => {
    expect(await command(verb, hash)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(reason) as string,
    });
  });
});
