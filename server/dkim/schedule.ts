import type { Log } from '../operator/contract.ts';
import { describeError } from '../operator/describe-error.ts';
import type { DkimArchive } from './archive.ts';
import { inParallel, lookUp } from './look-up.ts';
import type { TxtResolver } from './resolver.ts';
import { namesToAsk } from './selectors.ts';

/** Domains looked up in parallel; each has up to four running queries. */
const DOMAINS_AT_ONCE = 4;
/**
 * A start asks again only if nobody asked within this time, so that copies that start together share one round and a
 * server in a restart loop does not ask each time. Longer than one domain takes. Milliseconds.
 */
const START_AGAIN_MS = 2 * 60_000;
/** How often a copy checks for due domains, and how soon one that did not answer is asked again. Milliseconds. */
const HOUR_MS = 3_600_000;
/**
 * Age of the last answer from which a domain is due. With an hour between two checks, this means once a day.
 * Milliseconds.
 */
const DAILY_MS = 23 * HOUR_MS;
/** Tolerance for timers that fire a little early or late. Milliseconds. */
const TIMER_SLACK_MS = 60_000;

/** Also read by people who try the product without a network, so it says what follows and what to do. */
const STALE =
  'the DKIM key archive is stale because DNS did not answer: real mail signed with a newly published key counts as ' +
  'self-attested. DNS is asked again every hour; set DNS_SERVERS to ask other servers';

export interface DkimScheduleDeps {
  archive: DkimArchive;
  /** Returns the signer domains of the published catalogs. */
  domains: () => Promise<readonly string[]>;
  /** Returns the names of the catalog's keys. */
  shippedNames: () => readonly string[];
  /** Makes a new resolver for each round. */
  resolver: () => TxtResolver;
  log: Log;
  now: () => number;
}

/** The domains that this copy asked in a round, and those for which DNS did not answer, in order. */
export interface Round {
  asked: string[];
  unanswered: string[];
}

export interface DkimSchedule {
  /** Asks for every due domain, or `at start` for all that nobody asked for just before. One round at a time. */
  round(when: 'at start' | 'hourly'): Promise<Round>;
  /** Runs the first round in the background, then one every hour. */
  start(): void;
  /** Ends the current round. */
  stop(): Promise<void>;
}

/**
 * Keeps the archive of DKIM keys up to date from DNS, at start and daily. Copies of the server that share a database
 * share the work: a domain is claimed in the database before it is asked for. Failures and stale domains are logged.
 */
export function createDkimSchedule(deps: DkimScheduleDeps): DkimSchedule {
  const { archive, shippedNames, log, now } = deps;
  let stopped = false;
  let asking: TxtResolver | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const isDue = (domain: string, when: 'at start' | 'hourly'): Promise<boolean> => {
    const time = now();
    const asked = time - (when === 'at start' ? START_AGAIN_MS : HOUR_MS - TIMER_SLACK_MS);
    const answered = time - (when === 'at start' ? START_AGAIN_MS : DAILY_MS);
    return archive.claim(domain, time, { asked, answered });
  };

  /** @returns null when DNS answered, otherwise the reasons why not */
  const askFor = async (domain: string, resolver: TxtResolver): Promise<string[] | null> => {
    const archived = (await archive.keysOf(domain)).map(({ name }) => name);
    const names = namesToAsk(domain, [...shippedNames(), ...archived]);
    const found = await lookUp(resolver, names);
    const { seen, unanswered, complete } = found;
    await archive.record(domain, found, now());
    const answered = complete && !stopped;
    if (answered) await archive.answered(domain, now());
    log.debug({ domain, seen: seen.length, unanswered, answered }, 'asked DNS for DKIM keys');
    return answered ? null : Object.keys(unanswered);
  };

  const ask = async (when: 'at start' | 'hourly'): Promise<Round> => {
    const asked = new Map<string, string[] | null>();
    const domains = await deps.domains();
    const resolver = deps.resolver();
    asking = resolver;
    try {
      const stale = when === 'at start' ? await countStale(domains) : 0;
      if (stale > 0) log.info({ stale, of: domains.length }, 'the DKIM key archive is stale; DNS is asked');
      await inParallel(domains, DOMAINS_AT_ONCE, async (domain) => {
        if (stopped || !(await isDue(domain, when))) return;
        const reasons = await askFor(domain, resolver);
        asked.set(domain, reasons);
        // The next start need not wait for the interrupted domain.
        if (stopped && reasons !== null) await archive.release(domain);
      });
    } finally {
      asking = null;
    }
    const round = {
      asked: domains.filter((domain) => asked.has(domain)),
      unanswered: domains.filter((domain) => (asked.get(domain) ?? null) !== null),
    };
    if (!stopped && round.asked.length > 0) await tell(round, [...asked.values()].flat());
    return round;
  };

  const countStale = async (of: readonly string[]): Promise<number> =>
    [...(await archive.freshness(of, now())).values()].filter(({ stale }) => stale).length;

  /** Reports this copy's round; other copies report their own. */
  const tell = async ({ asked, unanswered }: Round, codes: readonly (string | null)[]): Promise<void> => {
    if (unanswered.length === 0) {
      log.info({ asked: asked.length }, 'the DKIM key archive is up to date');
      return;
    }
    const stale = await countStale(asked);
    const reasons = [...new Set(codes)].filter((code) => code !== null);
    const message = stale > 0 ? STALE : 'DNS did not answer for DKIM keys; it is asked again';
    log.warn({ stale, of: asked.length, unanswered, reasons }, message);
  };

  const round: DkimSchedule['round'] = (when) => {
    const next = last.then(() => ask(when));
    last = next.catch(() => undefined);
    return next;
  };

  const inBackground = (when: 'at start' | 'hourly'): void => {
    round(when).catch((error: unknown) =>
      log.error(describeError(error), 'the DKIM key archive could not be brought up to date'),
    );
  };

  return {
    round,
    start: () => {
      inBackground('at start');
      timer = setInterval(() => inBackground('hourly'), HOUR_MS);
      timer.unref();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      asking?.cancel();
      await last;
    },
  };
}
