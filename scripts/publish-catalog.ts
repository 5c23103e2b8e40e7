/**
 * `npm run catalog:publish`: makes the tables of the database at `DATABASE_URL` and fills its catalog with the one in
 * the repo, for an organiser to edit there. What was edited is replaced with `--replace` only.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CATALOG } from '../catalog/index.ts';
import { isPublished, publishCatalog } from '../server/catalog/publish.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/database/open.ts';
import { StartError } from '../server/start-error.ts';

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
  return `Published catalog ${CATALOG.version} with ${CATALOG.events.length} events.`;
}

try {
  const { values } = parseArgs({ options: { replace: { type: 'boolean', default: false } } });
  console.log(await publish(values.replace));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
