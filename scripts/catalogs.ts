/**
 * `npm run catalogs -- list`, `… withdraw HASH`, `… restore HASH`: the catalogs that this installation has published, in
 * the server's database (`DATABASE_URL`, or the folder `DATA_DIR`).
 */
import { existsSync } from 'node:fs';
import { CATALOG_HASH, catalogHash } from '../catalog/index.ts';
import { catalogInUse } from '../server/catalog/in-use.ts';
import { createPublishedCatalogs } from '../server/catalog/published.ts';
import type { CatalogListing, PublishedCatalogs } from '../server/catalog/published.ts';
import { readConfig } from '../server/config.ts';
import { openExisting } from '../server/database/for-operator.ts';
import { StartError } from '../server/operator/start-error.ts';

const USAGE = `Usage: npm run catalogs -- list
       npm run catalogs -- withdraw HASH
       npm run catalogs -- restore HASH`;

/** @param current the hash of the catalog in use; null when the hosted project does not answer */
type Command = (published: PublishedCatalogs, current: string | null) => Promise<string>;

function commandOf([verb, hash, ...rest]: readonly string[]): Command {
  if (verb === 'list' && hash === undefined) {
    return async (published, current) => {
      const all = await published.list();
      if (all.length === 0) return 'No catalog was published yet: a server publishes its own at its start.';
      return all.map((one) => described(one, current)).join('\n');
    };
  }
  if ((verb !== 'withdraw' && verb !== 'restore') || hash === undefined || rest.length > 0) {
    throw new StartError(USAGE);
  }
  if (!CATALOG_HASH.test(hash)) throw new StartError(`${USAGE}\nHASH is 64 hex digits; \`list\` shows them.`);
  return async (published, current) => {
    if (verb === 'withdraw' && current === null) {
      throw new StartError(
        'Nobody can say now whether this catalog is in use. Nothing was withdrawn. Try again when the hosted project answers.',
      );
    }
    if (verb === 'withdraw' && hash === current) {
      throw new StartError('The server uses this catalog. Change what is asked first, then withdraw it.');
    }
    if (!(await published.withdraw(hash, verb === 'withdraw' ? new Date() : null))) {
      throw new StartError(`No catalog ${hash} was published here; \`list\` shows those that were.`);
    }
    return verb === 'withdraw'
      ? `Withdrawn: ${hash}\nNo server on this database answers for it any more; one that still uses it stops within five minutes. What was disclosed by it stays.`
      : `Published again: ${hash}`;
  };
}

function described(
  { hash, organiser, publishedAt, withdrawnAt }: CatalogListing,
  current: string | null,
): string {
  const state = [
    `published on ${dayOf(publishedAt)}`,
    ...(withdrawnAt === null ? [] : [`withdrawn on ${dayOf(withdrawnAt)}`]),
    ...(hash === current ? ['in use'] : []),
  ];
  return `${hash}  ${organiser}, ${state.join(', ')}`;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

async function run(command: Command): Promise<string> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  let isRead = true;
  const inUse = await catalogInUse(config, (reason) => {
    isRead = false;
    console.error(reason);
  });
  const current = isRead ? catalogHash(inUse) : null;
  const database = await openExisting(config);
  try {
    return await command(createPublishedCatalogs(database.db), current);
  } finally {
    await database.close();
  }
}

try {
  console.log(await run(commandOf(process.argv.slice(2))));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
