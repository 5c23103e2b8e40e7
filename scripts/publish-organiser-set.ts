/**
 * `npm run organiser:publish -- FILE`: puts the organiser's set, a JSON list of fact names, into the server's database
 * (`DATABASE_URL`, else the folder `DATA_DIR`). `--whole-catalog` takes it out again.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FACTS } from '../catalog/index.ts';
import { readConfig } from '../server/config.ts';
import { openForOperator } from '../server/database/for-operator.ts';
import { organiserSetOfFile, publishOrganiserSet } from '../server/psi/organiser-set.ts';
import { StartError } from '../server/start-error.ts';

const USAGE = 'Usage: npm run organiser:publish -- FILE, or npm run organiser:publish -- --whole-catalog';

async function publish(file: string | undefined, wholeCatalog: boolean): Promise<string> {
  if ((file === undefined) !== wholeCatalog) throw new StartError(USAGE);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const set = file === undefined ? null : await organiserSetOfFile(file);
  const database = await openForOperator(config);
  try {
    await publishOrganiserSet(database.db, set);
  } finally {
    await database.close();
  }
  return set === null
    ? `The organiser lists the whole catalog: ${FACTS.length} facts.`
    : `The organiser lists ${set.facts.length} of ${FACTS.length} facts.`;
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
