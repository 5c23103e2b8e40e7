/**
 * `npm run keys -- list --domain DOMAIN`, `… remove NAME [--fingerprint HEX]`, `… restore NAME [--fingerprint HEX]`:
 * the DKIM keys of this installation, in the server's database (`DATABASE_URL`, else the folder `DATA_DIR`).
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createCurrentCatalog } from '../server/catalog/current.ts';
import { shippedKeys } from '../server/catalog/dkim-keys.ts';
import { createHostedCatalog } from '../server/catalog/hosted-project.ts';
import { readConfig } from '../server/config.ts';
import { databaseName, openForOperator } from '../server/database/for-operator.ts';
import { createDkimArchive } from '../server/dkim/archive.ts';
import type { DkimArchive } from '../server/dkim/archive.ts';
import { createKeyOperator } from '../server/dkim/operator.ts';
import type { KeyOperator, OperatorKey } from '../server/dkim/operator.ts';
import { createDkimRemovals } from '../server/dkim/removals.ts';
import type { Log } from '../server/ports.ts';
import { StartError } from '../server/start-error.ts';

const USAGE = `Usage: npm run keys -- list --domain DOMAIN
       npm run keys -- remove NAME [--fingerprint HEX]
       npm run keys -- restore NAME [--fingerprint HEX]
NAME is selector._domainkey.domain; \`list\` shows names and fingerprints.`;

const RUNNING_SERVERS =
  'Servers on this database answer so from now on; devices hear of it at their next scan.';

/** The database that the command works on. */
interface Place {
  /** In words, without a password. */
  name: string;
  archive: DkimArchive;
}

type Command = (operator: KeyOperator, place: Place) => Promise<string>;

function commandOf(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { domain: { type: 'string' }, fingerprint: { type: 'string' } },
    allowPositionals: true,
  });
  const [verb, name, ...rest] = positionals;
  const { domain, fingerprint } = values;
  if (verb === 'list' && name === undefined && domain !== undefined && fingerprint === undefined) {
    return async (operator, place) => {
      const keys = await operator.list(domain);
      return keys.length === 0 ? whyNone(domain, place) : keys.map(described).join('\n\n');
    };
  }
  if (name === undefined || rest.length > 0 || domain !== undefined) throw new StartError(USAGE);
  const print = fingerprint ?? null;
  if (verb === 'remove') {
    return async (operator) =>
      `Removed:\n${described(await operator.remove(name, print))}\n${RUNNING_SERVERS}`;
  }
  if (verb === 'restore') {
    return async (operator) => `Counts again:\n${described(await operator.restore(name, print))}`;
  }
  throw new StartError(USAGE);
}

/** Whether there is nothing to find, or nobody has looked yet. */
async function whyNone(domain: string, { name, archive }: Place): Promise<string> {
  const wanted = domain.trim().toLowerCase();
  const { lastLookUp = null } = (await archive.freshness([wanted], Date.now())).get(wanted) ?? {};
  return [
    `No key of ${wanted} is known in ${name}.`,
    lastLookUp === null
      ? 'DNS has never answered for this domain there: a server on this database asks at its start and daily, for the domains of its catalog.'
      : `DNS last answered for this domain on ${new Date(lastLookUp).toISOString().slice(0, 10)}.`,
  ].join('\n');
}

function described({
  name,
  fingerprint,
  firstSeen,
  lastSeen,
  missingSince,
  removedOn,
  source,
}: OperatorKey): string {
  const sights =
    firstSeen === null && lastSeen === null
      ? 'never seen in DNS'
      : `seen from ${firstSeen ?? 'an unknown day'} to ${lastSeen ?? 'an unknown day'}`;
  const state = [
    sights,
    ...(missingSince === null ? [] : [`gone since ${missingSince}`]),
    ...(removedOn === null ? [] : [`removed on ${removedOn}`]),
  ].join(', ');
  return `${name}\n  fingerprint ${fingerprint}\n  ${state}\n  from: ${source}`;
}

const ignored = (): void => undefined;
const log: Log = {
  debug: ignored,
  info: ignored,
  warn: ignored,
  error: (fields, message) => console.error(message, fields),
};

async function run(command: Command): Promise<string> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const { hostedProject } = config;
  const catalog = createCurrentCatalog(
    hostedProject === null ? null : createHostedCatalog(hostedProject, fetch),
    log,
  );
  await catalog.refresh();
  // A look at a database must not make one.
  if (config.DATABASE_URL === undefined && !existsSync(config.DATA_DIR)) {
    throw new StartError(
      `There is no data folder ${resolve(config.DATA_DIR)}. Set DATA_DIR to the server's own, or DATABASE_URL to its database.`,
    );
  }
  const database = await openForOperator(config);
  try {
    const archive = createDkimArchive(database.db);
    const operator = createKeyOperator({
      known: async (domain) => [...shippedKeys(catalog.get(), domain), ...(await archive.keysOf(domain))],
      removals: createDkimRemovals(database.db),
      now: Date.now,
    });
    return await command(operator, { name: databaseName(config), archive });
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
