/** One comparison with a misbehaving server: what the person gets, and everything that the server sees. */
import { CATALOG } from '../../../catalog/index.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfResult } from '../../../worker/compare/disclose.ts';
import type { ComparisonResult, Outcome } from '../../../worker/contract.ts';
import { openPerson } from './person.ts';
import type { Holdings, Person } from './person.ts';
import { slotOfFact } from '../../support/psi/slots.ts';
import { comparable } from './traffic.ts';
import type { ComparableRequest } from './traffic.ts';
import { openWatchedServer } from './watched-server.ts';
import type { Play, WatchedServer } from './watched-server.ts';

/** The facts that the honest organiser lists. */
export const LISTED = [
  'selfAttestedEvents/devcon',
  'travelInterests/bars',
  'travelInterests/karaoke',
] as const satisfies readonly string[];

export const LISTED_SLOTS: readonly number[] = LISTED.map(slotOfFact);

/** The real server of an organiser who lists {@link LISTED}. */
export async function openOrganiser(): Promise<WatchedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'waystamp-adversary-'));
  const file = join(folder, 'set.json');
  await writeFile(file, JSON.stringify(LISTED));
  try {
    return await openWatchedServer({ env: { WAYSTAMP_ORGANISER_SET: file } });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The traces of a comparison on both sides. */
export interface Compared {
  person: Person;
  outcome: Outcome<ComparisonResult>;
  /** The facts of the result, in catalog order; empty when there is none. */
  names: string[];
  /** What the server received from the first request of the comparison until the command was answered. */
  traffic: ComparableRequest[];
  /** What the device did during that time. */
  steps: string[];
  /** What the device stored before and afterwards. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

let people = 0;

/**
 * Lets a new person compare. With a play the server is dishonest, without one it is honest. The caller closes the
 * person.
 */
export async function compareWith(
  watched: WatchedServer,
  holdings: Holdings,
  play: Play | null = null,
): Promise<Compared> {
  people += 1;
  // Addresses of equal length, because a server sees the length of a request.
  const person = await openPerson(
    watched,
    `person-${String(people).padStart(4, '0')}@mail.example`,
    holdings,
  );
  return compareAgain(watched, person, play);
}

export async function compareAgain(
  watched: WatchedServer,
  person: Person,
  play: Play | null = null,
): Promise<Compared> {
  const before = await person.stored();
  watched.seen.length = 0;
  person.steps.length = 0;
  if (play !== null) watched.next(play);
  const outcome = await person.core.compare();
  return {
    person,
    outcome,
    names: outcome.ok ? factsOfResult(CATALOG, outcome.value).map(({ id }) => id) : [],
    traffic: comparable(watched.seen, person.address),
    steps: [...person.steps],
    before,
    after: await person.stored(),
  };
}

/** What the server receives when these facts are disclosed. */
export async function disclosed(
  watched: WatchedServer,
  person: Person,
  facts: string[],
): Promise<ComparableRequest[]> {
  watched.seen.length = 0;
  await person.core.disclose(facts);
  return comparable(watched.seen, person.address);
}
