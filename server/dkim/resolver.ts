import { CANCELLED, NODATA, NOTFOUND, Resolver } from 'node:dns/promises';

/** A query that is not answered within this time is sent once more, then given up. Milliseconds. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** What DNS says of a name: its TXT records, each with its strings joined; or why nothing can be said of it. */
export type TxtAnswer = { records: string[] } | { unanswered: string };

/** Asks for TXT records. Make a new one for each round: it reads the system's settings anew and keeps no cache. */
export interface TxtResolver {
  /** Never rejects: whatever DNS answers, or does not, comes back as data. */
  txt(name: string): Promise<TxtAnswer>;
  /** Ends every query under way as unanswered, and answers every later one so. */
  cancel(): void;
}

/** Answers that say that there is no such record: NXDOMAIN, and a name without TXT records. */
const NOTHING_THERE = new Set<string>([NOTFOUND, NODATA]);

/**
 * A resolver on `node:dns`: UDP, and TCP where an answer was truncated; a CNAME is followed by the server that is
 * asked, which must be recursive. DNSSEC is not checked: the server's word is taken (DESIGN 7).
 *
 * @param servers addresses, with a port where it is not 53; the system's when left out
 * @param timeoutMs of one try, for tests
 */
export function createTxtResolver(servers?: readonly string[], timeoutMs: number = TIMEOUT_MS): TxtResolver {
  const asking = new Set<Resolver>();
  let cancelled = false;
  return {
    async txt(name) {
      if (cancelled) return { unanswered: CANCELLED };
      // One for each question: it learns how fast a server answers, and soon gives it far less time than it was told.
      const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES, maxTimeout: timeoutMs });
      if (servers !== undefined) resolver.setServers(servers);
      asking.add(resolver);
      try {
        // Strings of one record are joined without anything between them (RFC 6376 3.6.2.2).
        return { records: (await resolver.resolveTxt(name)).map((strings) => strings.join('')) };
      } catch (error) {
        const code = codeOf(error);
        return NOTHING_THERE.has(code) ? { records: [] } : { unanswered: code };
      } finally {
        asking.delete(resolver);
      }
    },
    cancel: () => {
      cancelled = true;
      for (const resolver of asking) resolver.cancel();
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
