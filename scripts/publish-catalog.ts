/**
 * `npm run catalog:publish`: makes the tables in the database at `DATABASE_URL` and fills in the catalog of the repo,
 * for an organiser to edit there. An edited catalog is replaced only with `--replace`.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CATALOG } from '../catalog/index.ts';
import { isPublished, publishCatalog } from '../server/catalog/publish.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/database/open.ts';
import { StartError } from '../server/operator/start-error.ts';

async function publish(replace: boolean): Promise<string> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { DATABASE_URL: url } = readConfig(process.env);
  if (url === undefined)
    throw new StartError('DATABASE_URL is missing: it names the database to publish to.');
  const database = await openDatabase({ url });
  try {
    if (!replace && (await isPublished(database.db))) {
      throw new StartError(
        'That database holds a catalog already. To replace it: npm run catalog:publish -- --replace',
      );
    }
    await publishCatalog(database.db, CATALOG);
  } finally {
    await database.close();
  }
  return `Published a catalog with ${CATALOG.events.length} events.`;
}

try {
  const { values } = parseArgs({ options: { replace: { type: 'boolean', default: false } } });
  console.log(await publish(values.replace));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
