import { signerDomains } from '../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../catalog/index.ts';
import { abortReason, untilAborted } from '../clock.ts';
import { keyMaterial } from '../../mail/dkim/key-record.ts';
import type { KnownKey } from '../../mail/dkim/key-validity.ts';
import type { ServerDkimKey } from '../client/api.ts';

/** Requests for keys that are under way at once; their order stays fixed. */
const PARALLEL = 6;
/** Between selector and domain (RFC 6376 3.6.2.1). */
const LABEL = '._domainkey.';

/**
 * Name of a DKIM key in DNS to what is known there, the catalog's keys before the server's; empty when nobody knows
 * one. Throws when the server could not be asked.
 */
export type KeyLookup = (name: string) => Promise<KnownKey[]>;

/** Where the DKIM keys of a scan come from (DESIGN 4). */
export interface SignatureKeys {
  /**
   * Starts asking the server for the keys of every signer domain of the catalog, always all of them and in the same
   * order: asking only for domains that occur in the mail would tell which mail there is. Each scan asks anew, since a
   * key may have been removed or revoked since the last one.
   *
   * @returns a look-up that waits for the answer it needs, and rejects where there is none, or once the signal is aborted
   */
  forScan(catalog: Catalog, signal: AbortSignal): KeyLookup;
}

export function createSignatureKeys(ask: (domain: string) => Promise<ServerDkimKey[]>): SignatureKeys {
  const askAll = (domains: readonly string[]): ReadonlyMap<string, Promise<ServerDkimKey[]>> => {
    const answers = new Map<string, Promise<ServerDkimKey[]>>();
    let slots: Promise<unknown>[] = Array.from({ length: PARALLEL }, () => Promise.resolve());
    for (const domain of domains) {
      const [first = Promise.resolve(), ...rest] = slots;
      const answer = first.then(() => ask(domain));
      answers.set(domain, answer);
      slots = [...rest, answer.catch(() => undefined)];
    }
    return answers;
  };

  return {
    forScan(catalog, signal) {
      const shipped = shippedKeys(catalog);
      const answers = askAll(signerDomains(catalog));

      return async (name) => {
        if (signal.aborted) throw abortReason(signal);
        const wanted = name.toLowerCase();
        const known = shipped.get(wanted) ?? [];
        // A domain that signs for no event is never asked for: its signature could not count.
        const answer = answers.get(wanted.slice(wanted.indexOf(LABEL) + LABEL.length));
        if (answer === undefined) return known;
        // Without an answer nobody can say whether a key that the catalog ships was removed since.
        const keys = await untilAborted(answer, signal);
        const here = [...known, ...keys.filter((key) => key.name.toLowerCase() === wanted)];
        return withRemovals(here, keys);
      };
    },
  };
}

/** A key that was removed at one name of its domain is removed at all of them. */
function withRemovals(known: readonly KnownKey[], ofDomain: readonly KnownKey[]): KnownKey[] {
  const removed = new Map(
    ofDomain.flatMap((key) => (key.removed === null ? [] : [[materialOf(key), key.removed]])),
  );
  if (removed.size === 0) return [...known];
  return known.map((key) => ({ ...key, removed: key.removed ?? removed.get(materialOf(key)) ?? null }));
}

function materialOf({ record }: KnownKey): string {
  return keyMaterial(record)?.join() ?? record;
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
