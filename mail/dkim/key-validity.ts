import { keyMaterial } from './key-record.ts';

/** A DKIM record and when it stood in DNS. Days are ISO dates in UTC; null where none is known. */
export interface KnownKey {
  record: string;
  firstSeen: string | null;
  lastSeen: string | null;
  /**
   * The first day after its last sight on which DNS answered without it. Null while it stands, or while nobody could
   * ask.
   */
  missingSince: string | null;
  /** The day on which an operator removed it for good; null otherwise. */
  removed: string | null;
}

/** Whether a key was valid at a given moment. */
export type KeyStanding = 'valid' | 'revoked' | 'other-time';

export interface JudgedKey {
  record: string;
  standing: KeyStanding;
}

const DAY_MS = 86_400_000;
/**
 * Days after the last sight in which a key still counts. Mail may be under way for five days (RFC 5321 4.5.4.1), and
 * keys are looked up once a day.
 */
const GRACE_DAYS = 7;

/** One key at one name, with what all its records say together. */
interface Published {
  records: string[];
  first: string | null;
  last: string | null;
  missingSince: string | null;
  removed: boolean;
}

/**
 * Judges the records at one name for a given moment. A key is valid from its first sight until seven days after its
 * last, and never once revoked. `docs/evidence.md` explains the rules.
 *
 * - **Before the first sight** it counts if the name never showed another key, because mail is older than the archive.
 * - **After the last sight** it counts while nobody could ask DNS, until another key or an answer without it is seen.
 * - **Revoked** (RFC 6376 3.6.1, an empty `p=`) is a key last seen no later than the revocation, whatever the age of
 *   the mail: whoever holds a key also writes the dates. A key that was published again later counts. A key that an
 *   operator removed is always revoked.
 * - **Without days** it counts until another key is first seen at its name.
 *
 * Several records of the same key (with other tags, or from catalog and server) count as one key with the days of all.
 *
 * @param known the records at one name, wherever they come from
 * @param at milliseconds since the epoch
 * @returns every record: valid ones first, and the newest first within each standing
 */
export function keysAt(known: readonly KnownKey[], at: number): JudgedKey[] {
  const keys = new Map<string, Published>();
  for (const entry of known) {
    const material = keyMaterial(entry.record)?.join() ?? null;
    if (material !== null) keys.set(material, joined(keys.get(material), entry));
  }
  const revocation = keys.get('');
  const judged = [...keys.values()].toSorted(newestFirst).map((key): [Published, KeyStanding] => {
    if (key.removed || (revocation !== undefined && (key.last ?? '') <= (revocation.last ?? '')))
      return [key, 'revoked'];
    const others = [...keys.values()].filter((other) => other !== key);
    return [key, startOf(key, others) <= at && at < endOf(key, others) ? 'valid' : 'other-time'];
  });
  const standings: readonly KeyStanding[] = ['valid', 'other-time', 'revoked'];
  return standings.flatMap((wanted) =>
    judged
      .filter(([, standing]) => standing === wanted)
      .flatMap(([{ records }, standing]) => records.map((record) => ({ record, standing }))),
  );
}

function joined(before: Published | undefined, entry: KnownKey): Published {
  const { record, firstSeen, lastSeen, missingSince, removed } = entry;
  const fresh = {
    records: [record],
    first: firstSeen,
    last: lastSeen,
    missingSince,
    removed: removed !== null,
  };
  if (before === undefined) return fresh;
  const days = [before.first, firstSeen].filter((day) => day !== null).toSorted();
  // Only the source that saw it last knows whether it has been missing since.
  const later = compareDays(lastSeen, before.last);
  const latest = later > 0 ? fresh : before;
  return {
    records: before.records.includes(record) ? before.records : [...before.records, record],
    first: days[0] ?? null,
    last: latest.last,
    missingSince: later === 0 ? (before.missingSince ?? missingSince) : latest.missingSince,
    removed: before.removed || fresh.removed,
  };
}

/** A revocation counts as another key: it shows that there was one before. */
function startOf({ first }: Published, others: readonly Published[]): number {
  return first === null || others.length === 0 ? -Infinity : Date.parse(first);
}

function endOf({ last, missingSince }: Published, others: readonly Published[]): number {
  const signs = others.map(({ first }) => first).filter((day) => day !== null && day > (last ?? ''));
  if (missingSince !== null) signs.push(missingSince);
  const [gone] = signs.filter((day) => day !== null).toSorted();
  if (gone === undefined) return Infinity;
  const grace = last === null ? -Infinity : Date.parse(last) + (1 + GRACE_DAYS) * DAY_MS;
  return Math.max(grace, Date.parse(gone));
}

function newestFirst(a: Published, b: Published): number {
  return compareDays(b.first, a.first) || compareDays(b.last, a.last);
}

function compareDays(a: string | null, b: string | null): number {
  const [one, other] = [a ?? '', b ?? ''];
  return one < other ? -1 : Number(one > other);
}
