import type { ArchivedKey } from './archive.ts';
import { daysOfRemoval, domainOf, fingerprintOf } from './removals.ts';
import type { DkimRemovals } from './removals.ts';
import { readRecord } from './record.ts';
import { StartError } from '../operator/start-error.ts';

/** Shortest prefix of a fingerprint that is accepted, in characters: 48 bits. */
const SHORTEST_FINGERPRINT = 12;

/** A key as the operator sees it, with everything known about it. */
export interface OperatorKey extends ArchivedKey {
  fingerprint: string;
  /** ISO date; null unless the operator has removed it. */
  removedOn: string | null;
}

export interface OperatorDeps {
  /** The catalog's and the archive's keys for a domain; a key may be in both. */
  known: (domain: string) => Promise<readonly ArchivedKey[]>;
  removals: DkimRemovals;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The operator's commands for the keys of this installation. Names are lower-cased; a fingerprint may be a prefix. */
export interface KeyOperator {
  /** Every key of a domain, each once, by name; removed ones too. */
  list(domain: string): Promise<OperatorKey[]>;
  /**
   * Removes a key for good. No mail verifies with it any more, here or on any device that asks this server, under any
   * selector of its domain.
   *
   * @param fingerprint which key, if several stand at the name; null for the only one
   * @throws StartError when there is no such key, or several
   */
  remove(name: string, fingerprint: string | null): Promise<OperatorKey>;
  /**
   * Undoes a removal, at every name of the domain.
   *
   * @throws StartError when there is none
   */
  restore(name: string, fingerprint: string | null): Promise<OperatorKey>;
}

export function createKeyOperator({ known, removals, now }: OperatorDeps): KeyOperator {
  const list = async (domain: string): Promise<OperatorKey[]> => {
    const wanted = domain.trim().toLowerCase();
    const removed = await removals.ofDomain(wanted);
    const gone = daysOfRemoval(removed);
    const keys = new Map<string, OperatorKey>();
    const nowhereElse = removed.map(({ name, record }) => ({
      name,
      record,
      firstSeen: null,
      lastSeen: null,
      missingSince: null,
      source: 'Removed by the operator',
    }));
    for (const key of [...(await known(wanted)), ...nowhereElse]) {
      if (readRecord(key.record) === 'revocation') continue;
      const name = key.name.toLowerCase();
      const fingerprint = fingerprintOf(key.record);
      const place = `${name} ${fingerprint}`;
      const removedOn = gone.get(fingerprint) ?? null;
      if (!keys.has(place)) keys.set(place, { ...key, name, fingerprint, removedOn });
    }
    return [...keys.values()].toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  };

  const choose = async (
    name: string,
    fingerprint: string | null,
    among: (key: OperatorKey) => boolean,
    what: string,
  ): Promise<OperatorKey> => {
    const wanted = name.trim().toLowerCase();
    if (!wanted.includes('._domainkey.')) {
      throw new StartError(`${name} is no name of a key: write selector._domainkey.domain, as in DNS.`);
    }
    const print = fingerprint?.trim().toLowerCase() ?? '';
    if (fingerprint !== null && !new RegExp(`^[0-9a-f]{${SHORTEST_FINGERPRINT},64}$`).test(print)) {
      throw new StartError(
        `A fingerprint is 64 hexadecimal digits, or the first ${SHORTEST_FINGERPRINT} or more.`,
      );
    }
    const domain = domainOf(wanted);
    const keys = (await list(domain)).filter((key) => key.name === wanted && among(key));
    const [chosen, ...more] = keys.filter((key) => key.fingerprint.startsWith(print));
    if (chosen === undefined) {
      throw new StartError(
        `${what} at ${wanted}${print === '' ? '' : ` with this fingerprint`}. To see them all: npm run keys -- list --domain ${domain}`,
      );
    }
    if (more.length > 0) {
      const prints = [chosen, ...more].map((key) => `  ${key.fingerprint}`).join('\n');
      throw new StartError(`Several keys stand at ${wanted}. Say which one with --fingerprint:\n${prints}`);
    }
    return chosen;
  };

  return {
    list,
    async remove(name, fingerprint) {
      const key = await choose(
        name,
        fingerprint,
        ({ removedOn }) => removedOn === null,
        'There is no key left',
      );
      await removals.add(key.name, key.record, now());
      return key;
    },
    async restore(name, fingerprint) {
      const key = await choose(
        name,
        fingerprint,
        ({ removedOn }) => removedOn !== null,
        'No key was removed',
      );
      await removals.takeBack(domainOf(key.name), key.fingerprint);
      return key;
    },
  };
}
