/**
 * `npm run keys -- list --domain DOMAIN`, `… remove NAME [--fingerprint HEX]`, `… restore NAME [--fingerprint HEX]`:
 * manages the DKIM keys of this installation in the server's database (`DATABASE_URL`, or the folder `DATA_DIR`).
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { shippedKeys } from '../server/catalog/dkim-keys.ts';
import { readConfig } from '../server/config.ts';
import { databaseName, openExisting } from '../server/database/for-operator.ts';
import { createDkimArchive } from '../server/dkim/archive.ts';
import type { DkimArchive } from '../server/dkim/archive.ts';
import { createKeyOperator } from '../server/dkim/operator.ts';
import type { KeyOperator, OperatorKey } from '../server/dkim/operator.ts';
import { createDkimRemovals } from '../server/dkim/removals.ts';
import { StartError } from '../server/operator/start-error.ts';
import { catalogInUse } from '../server/catalog/in-use.ts';

const USAGE = `Usage: npm run keys -- list --domain DOMAIN
       npm run keys -- remove NAME [--fingerprint HEX]
       npm run keys -- restore NAME [--fingerprint HEX]
NAME is selector._domainkey.domain; \`list\` shows names and fingerprints.`;

const RUNNING_SERVERS =
  'Servers on this database answer so from now on; devices hear of it at their next scan.';

/** The database that the command works on. */
interface Place {
  /** A description without a password. */
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

/** Says whether there is nothing to find, or nobody has looked yet. */
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

async function run(command: Command): Promise<string> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const catalog = await catalogInUse(config, console.error);
  const database = await openExisting(config);
  try {
    const archive = createDkimArchive(database.db);
    const operator = createKeyOperator({
      known: async (domain) => [...shippedKeys(catalog, domain), ...(await archive.keysOf(domain))],
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
