/**
 * `npm run organiser:publish -- FILE`: puts the organiser's set, a JSON list of fact ids, into the server's database
 * (`DATABASE_URL`, or the folder `DATA_DIR`). `--whole-catalog` removes it.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { catalogFacts } from '../catalog/index.ts';
import { readConfig } from '../server/config.ts';
import { openForOperator } from '../server/database/for-operator.ts';
import { listedInFile, publishOrganiserSet } from '../server/psi/organiser-set.ts';
import { StartError } from '../server/operator/start-error.ts';
import { catalogInUse } from '../server/catalog/in-use.ts';

const USAGE = 'Usage: npm run organiser:publish -- FILE, or npm run organiser:publish -- --whole-catalog';

async function publish(file: string | undefined, wholeCatalog: boolean): Promise<string> {
  if ((file === undefined) !== wholeCatalog) throw new StartError(USAGE);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const catalog = await catalogInUse(config, console.error);
  const listed = file === undefined ? null : await listedInFile(file, catalog);
  const database = await openForOperator(config);
  try {
    await publishOrganiserSet(database.db, listed);
  } finally {
    await database.close();
  }
  const facts = catalogFacts(catalog).all.length;
  return listed === null
    ? `The organiser lists the whole catalog: ${facts} facts.`
    : `The organiser lists ${listed.length} of ${facts} facts.`;
}

try {
  const { values, positionals } = parseArgs({
    options: { 'whole-catalog': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.length > 1) throw new StartError(USAGE);
  console.log(await publish(positionals[0], values['whole-catalog']));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
