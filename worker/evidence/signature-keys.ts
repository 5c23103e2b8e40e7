import { signerDomains } from '../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../catalog/index.ts';
import { abortReason, untilAborted } from '../clock.ts';
import { keyMaterial } from '../../mail/dkim/key-record.ts';
import type { KnownKey } from '../../mail/dkim/key-validity.ts';
import type { ServerDkimKey } from '../client/api.ts';

/** Parallel requests for keys; their order is fixed. */
const PARALLEL = 6;
/** Between selector and domain (RFC 6376 3.6.2.1). */
const LABEL = '._domainkey.';

/**
 * Looks up the keys known at a name in DNS, the catalog's before the server's; empty when none is known. Throws when
 * the server could not be asked.
 */
export type KeyLookup = (name: string) => Promise<KnownKey[]>;

/** The source of a scan's DKIM keys. */
export interface SignatureKeys {
  /**
   * Requests the keys of every signer domain of the catalog: always all of them and in the same order, because requests
   * for only those domains that occur in the mail would reveal which mail there is. Each scan asks again, since a key
   * may have been removed or revoked.
   *
   * @returns a look-up that waits for the answer it needs; rejects without an answer, or after an abort
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
        // A domain that signs for no event is not requested, since its signature could not count.
        const answer = answers.get(wanted.slice(wanted.indexOf(LABEL) + LABEL.length));
        if (answer === undefined) return known;
        // Without an answer it is unknown whether the catalog's key was removed since.
        const keys = await untilAborted(answer, signal);
        const here = [...known, ...keys.filter((key) => key.name.toLowerCase() === wanted)];
        return withRemovals(here, keys);
      };
    },
  };
}

/** A key removed at one name of its domain is removed at all of them. */
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
