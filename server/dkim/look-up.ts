import { readRecord } from './record.ts';
import type { TxtResolver } from './resolver.ts';

/** Parallel queries for one domain. */
const QUERIES_AT_ONCE = 4;
/**
 * After this many names without an answer a domain is given up until the next time: its zone is broken or there is no
 * network, and every further name would wait for its timeout. Fewer are single broken names (a CNAME into a missing
 * zone answers SERVFAIL for ever), which must not make the whole domain count as unanswered.
 */
const GIVE_UP_AFTER = 8;
/**
 * Limit on DKIM records accepted at one name. One is usual. The meaning of several is undefined (RFC 6376 3.6.2.2), but
 * some senders publish the next key beside the last. More than this is not a rotation, and none is kept.
 */
const MAX_RECORDS_AT_NAME = 4;

/** A DKIM record that was seen in DNS. */
export interface Sight {
  /** `selector._domainkey.domain` */
  name: string;
  record: string;
}

export interface DomainLookUp {
  seen: Sight[];
  /** The names for which DNS answered, with or without records. A name with too many records does not count. */
  answered: string[];
  /** Codes of `node:dns` that came instead of an answer, with their counts. */
  unanswered: Record<string, number>;
  /** False when the domain was given up. */
  complete: boolean;
}

/** Asks for the DKIM records at these names of one domain. */
export async function lookUp(resolver: TxtResolver, names: readonly string[]): Promise<DomainLookUp> {
  const seen: Sight[] = [];
  const answered: string[] = [];
  const codes: string[] = [];
  await inParallel(names, QUERIES_AT_ONCE, async (name) => {
    if (codes.length >= GIVE_UP_AFTER) return;
    const answer = await resolver.txt(name);
    if ('unanswered' in answer) {
      codes.push(answer.unanswered);
      return;
    }
    const records = [...new Set(answer.records)].filter((record) => readRecord(record) !== null);
    if (records.length > MAX_RECORDS_AT_NAME) return;
    answered.push(name);
    seen.push(...records.map((record) => ({ name, record })));
  });
  const counted = Map.groupBy(codes, (code) => code);
  return {
    seen,
    answered,
    unanswered: Object.fromEntries([...counted].map(([code, all]) => [code, all.length])),
    complete: codes.length < GIVE_UP_AFTER,
  };
}

/** Processes the items in order, at most `width` at once. Rejects once all running ones have ended. */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const workers = Array.from({ length: width }, async () => {
    for (const item of left) await work(item);
  });
  await Promise.allSettled(workers);
  await Promise.all(workers);
}
