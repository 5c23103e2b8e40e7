/**
 * What the server's log must not hold: addresses, tokens, subjects, slots, and anything else that leads to a person.
 */
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import { FACTS } from '../catalog.ts';

/** Allowed members of a line. Consider a new one carefully before adding it here. */
const MEMBERS = new Set([
  // In each line: pino's own, and those of the tests' log.
  'level',
  'time',
  'msg',
  'message',
  // A request.
  'method',
  'route',
  'status',
  'ms',
  // An error, and where it happened.
  'error',
  'code',
  'at',
  'cause',
  'signal',
  // The DKIM archive, by domains of the catalog.
  'domain',
  'seen',
  'unanswered',
  'answered',
  'stale',
  'of',
  'asked',
  'reasons',
  // The hosted project's catalog.
  'version',
  'reason',
]);

const PATTERNS: readonly [what: string, pattern: RegExp][] = [
  ['an address', /[^\s@<>"'/]+@[\w-]+(\.[\w-]+)+/],
  ['a token', /eyJ[\w-]{8,}|\bbearer\s+\S|vercel_blob_\w|ya29\./i],
  ['a path in the key store', /psi\/[\w-]{16,}/],
  ['a query', /\?[\w%]+=|[?&]\w+=\w/],
  ['an id or a digest', /[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f]{4}-/i],
  [
    'a statement of the database',
    /\b(select|insert|update|delete)\s+(into\s+|from\s+)?"|failed query|params:/i,
  ],
];
/** Random letters and digits; a folder name in a stack frame may look like this. */
const OPAQUE = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}/i;

const NAMES = CATALOG.events.map(({ name }) => name);
/** Words in fact names count only on their own, since domains contain them too. */
const WORDS = new Set(FACTS.flatMap(({ id }) => id.split('/')));
const IDS = FACTS.map(({ id }) => id);
/** Server and devices ask for all of them, whatever mail somebody has. */
const DOMAINS = new Set(signerDomains(CATALOG));
const OF_DOMAINS = new Set(['domain', 'unanswered']);

/** The greeting for the person who started the server. */
const GREETING =
  /^(Waystamp is ready\. Open \S+( \(this process listens on \S+\))?|Without GOOGLE_CLIENT_ID, people sign in to the demo mailbox\.|The page is not built \(dist\/ is missing\): only the API is served\. Run npm start\.)$/;

export interface LogScan {
  /** Texts that no line may contain: what was sent in the run. */
  known?: readonly string[];
  /**
   * The paths of the server's OpenAPI document, which are the allowed routes beside `none`. Not checked when left out.
   */
  paths?: readonly string[];
  /** Signer domains of another catalog than the repo's, which the log may then name. */
  domains?: readonly string[];
}

/** What is wrong with the lines of a log, each with its line. */
export function logFaults(
  lines: readonly string[],
  { known = [], paths, domains = [] }: LogScan = {},
): string[] {
  const askedFor = new Set([...DOMAINS, ...domains]);
  const secrets = known.filter((text) => !askedFor.has(text));
  const routes =
    paths === undefined ? null : new Set(['none', ...paths.map((path) => path.replaceAll(/\{\w+\}/g, '{}'))]);
  const faultsOf = (line: string): string[] => {
    const found = secrets.filter((text) => line.includes(text)).map((text) => `holds what was sent: ${text}`);
    let entry: unknown;
    try {
      entry = JSON.parse(line);
    } catch {
      return GREETING.test(line) ? found : [...found, 'is no line of the log'];
    }
    for (const [member, value] of valuesOf(entry, '')) {
      found.push(...faultsOfValue(member, value, askedFor));
      if (member === 'route' && routes?.has(patternOf(String(value))) === false)
        found.push('names a route that there is not');
    }
    return found;
  };
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => faultsOf(line).map((fault) => `${fault}: ${line}`));
}

/** A route's pattern in Hono's form, without the parameters' names. */
function patternOf(route: string): string {
  return route.replaceAll(/(?<=\/):\w+(\{[^}]*\})?/g, '{}').replace(/\*$/, '{}');
}

/** The values in an entry with their member names, nested ones included. */
function valuesOf(value: unknown, member: string): [member: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => valuesOf(one, member));
  if (typeof value !== 'object' || value === null) return [[member, value]];
  return Object.entries(value).flatMap(([name, one]) =>
    // Counts by DNS code have the codes as members.
    member === 'unanswered' ? valuesOf(one, member) : valuesOf(one, name),
  );
}

function faultsOfValue(member: string, value: unknown, askedFor: ReadonlySet<string>): string[] {
  const faults = MEMBERS.has(member) ? [] : [`has a member that is not known, ${member}`];
  if (typeof value !== 'string' || (OF_DOMAINS.has(member) && askedFor.has(value))) return faults;
  for (const [what, pattern] of PATTERNS) if (pattern.test(value)) faults.push(`holds ${what}`);
  if (member !== 'at' && OPAQUE.test(value)) faults.push('holds something opaque');
  if (WORDS.has(value) || IDS.some((id) => value.includes(id)) || NAMES.some((name) => value.includes(name)))
    faults.push('names a fact');
  if (member === 'domain') faults.push('names a domain that is not in the catalog');
  return faults;
}
