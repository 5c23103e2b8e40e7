import { CANCELLED, NODATA, NOTFOUND, Resolver } from 'node:dns/promises';

/** Time limit for a query in milliseconds; it is sent once more, then given up. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** DNS's answer for a name: its TXT records, each with its strings joined, or the reason why there is no answer. */
export type TxtAnswer = { records: string[] } | { unanswered: string };

/** Looks up TXT records. Make a new one for each round: it reads the system's settings and keeps no cache. */
export interface TxtResolver {
  /** Never rejects; failures are returned as data. */
  txt(name: string): Promise<TxtAnswer>;
  /** Ends all running queries, and all later ones, as unanswered. */
  cancel(): void;
}

/** Codes for a missing record: NXDOMAIN, and a name without TXT records. */
const NOTHING_THERE = new Set<string>([NOTFOUND, NODATA]);

/**
 * A resolver on `node:dns`: UDP, and TCP if an answer was truncated. The server must be recursive; it follows CNAMEs.
 * DNSSEC is not checked, so the server is trusted.
 *
 * @param servers addresses, with a port if it is not 53; by default the system's
 * @param timeoutMs for one try, for tests
 */
export function createTxtResolver(servers?: readonly string[], timeoutMs: number = TIMEOUT_MS): TxtResolver {
  const asking = new Set<Resolver>();
  let cancelled = false;
  return {
    async txt(name) {
      if (cancelled) return { unanswered: CANCELLED };
      // A new one for each question: it adapts to a server's speed and would soon allow far less time than configured.
      const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES, maxTimeout: timeoutMs });
      if (servers !== undefined) resolver.setServers(servers);
      asking.add(resolver);
      try {
        // Strings of one record are joined without a separator (RFC 6376 3.6.2.2).
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
