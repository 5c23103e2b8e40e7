import { signerDomains } from '../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../catalog/index.ts';
import { abortReason, untilAborted } from '../clock.ts';
import type { KnownKey } from '../../mail/dkim/key-validity.ts';
import type { ServerDkimKey } from '../client/api.ts';

/** Requests for keys that are under way at once; their order stays fixed. */
const PARALLEL = 6;
/** Between selector and domain (RFC 6376 3.6.2.1). */
const LABEL = '._domainkey.';

/**
 * Name of a DKIM key in DNS to what is known there, the catalog's keys before the server's; empty when nobody knows
 * one. Throws when nobody could be asked.
 */
export type KeyLookup = (name: string) => Promise<KnownKey[]>;

/** The DKIM keys of one session (DESIGN 4). */
export interface SignatureKeys {
  /**
   * Starts asking the server for the keys of every signer domain of the catalog, always all of them and in
   * the same order: asking only for domains that occur in the mail would tell which mail there is. What
   * was answered before is not asked again.
   *
   * @returns a look-up that waits for the answer it needs, and rejects once the signal is aborted
   */
  forScan(catalog: Catalog, signal: AbortSignal): KeyLookup;
}

/** Keeps what the server answered in memory, for the life of the worker. */
export function createSignatureKeys(ask: (domain: string) => Promise<ServerDkimKey[]>): SignatureKeys {
  const answers = new Map<string, Promise<ServerDkimKey[]>>();

  const prefetch = (domains: readonly string[]): void => {
    const missing = domains.filter((domain) => !answers.has(domain));
    let slots: Promise<unknown>[] = Array.from({ length: PARALLEL }, () => Promise.resolve());
    for (const domain of missing) {
      const [first = Promise.resolve(), ...rest] = slots;
      const answer = first.then(() => ask(domain));
      // A domain that could not be asked for is asked for again by the next scan.
      const settled = answer.catch(() => answers.delete(domain));
      answers.set(domain, answer);
      slots = [...rest, settled];
    }
  };

  return {
    forScan(catalog, signal) {
      const domains = signerDomains(catalog);
      const shipped = shippedKeys(catalog);
      prefetch(domains);
      const asked = new Map(domains.map((domain) => [domain, answers.get(domain)]));

      return async (name) => {
        if (signal.aborted) throw abortReason(signal);
        const wanted = name.toLowerCase();
        const known = shipped.get(wanted) ?? [];
        // A domain that signs for no event is never asked for: its signature could not count.
        const answer = asked.get(wanted.slice(wanted.indexOf(LABEL) + LABEL.length));
        if (answer === undefined) return known;
        const keys = await untilAborted(answer, signal).catch((caught: unknown) => {
          // Without the server what the catalog ships still counts: a file is read offline too.
          if (signal.aborted || known.length === 0) throw caught;
          return [];
        });
        return [...known, ...keys.filter((key) => key.name.toLowerCase() === wanted)];
      };
    },
  };
}

/** The catalog's keys by their names in DNS, lower case. */
export function shippedKeys(catalog: Catalog): ReadonlyMap<string, KnownKey[]> {
  const byName = new Map<string, KnownKey[]>();
  for (const key of catalog.events.flatMap((event) => event.dkimKeys)) {
    const name = key.name.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), shippedKey(key)]);
  }
  return byName;
}

function shippedKey({ record, firstSeen, lastSeen }: CatalogEvent['dkimKeys'][number]): KnownKey {
  return {
    record,
    firstSeen: firstSeen ?? null,
    lastSeen: lastSeen ?? null,
    missingSince: null,
    removed: null,
  };
}
