import { keyMaterial } from './key-record.ts';

/** A DKIM record and when it stood in DNS. Days are ISO dates in UTC; null where nobody has noted one. */
export interface KnownKey {
  record: string;
  firstSeen: string | null;
  lastSeen: string | null;
  /** The first day since its last sight on which DNS answered without it; null while it stands, or nobody could ask. */
  missingSince: string | null;
  /** The day on which an operator removed it, for good; null for every other key. */
  removed: string | null;
}

/** How a key relates to one moment. */
export type KeyStanding = 'valid' | 'revoked' | 'other-time';

export interface JudgedKey {
  record: string;
  standing: KeyStanding;
}

const DAY_MS = 86_400_000;
/** Mail is under way for up to five days (RFC 5321 4.5.4.1), and a key is looked for once a day. Days. */
const GRACE_DAYS = 7;

/** What all records of one key at one name tell of it. */
interface Published {
  records: string[];
  first: string | null;
  last: string | null;
  missingSince: string | null;
  removed: boolean;
}

/**
 * Which of the records at one name were a valid key at a moment (DESIGN 4): from the key's first sight to seven days
 * after its last one, never a revoked one.
 *
 * - **Earlier than the first sight** counts while the name never showed another key: mail is older than the archive.
 * - **Later than the last sight** counts while nobody could ask DNS since then, until another key or an answer
 *   without this one is seen.
 * - **Revoked** (RFC 6376 3.6.1, an empty `p=`) is a key that was last seen no later than the revocation, whatever
 *   the age of the mail: the dates in a mail are written by whoever holds the key. A key that was published
 *   afterwards counts. What an operator has removed is revoked in any case.
 * - **Without days** a key counts until another one is first seen at its name.
 *
 * The same key in several records (other tags, the catalog's and the server's) is one key, with the days of all.
 *
 * @param known the records at one name, wherever they come from
 * @param at milliseconds since the epoch
 * @returns every record: the valid ones first, and within each standing the newest first
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
  // Only whoever saw it last can say that it is missing since.
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

/** A revocation is another sight too: it shows that there was a key before. */
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
