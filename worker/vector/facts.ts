import { EVENT_KEYS, factById, INTEREST_KEYS, INTEREST_NAMES } from '../../catalog/index.ts';
import type { Catalog, EventKey, FactId } from '../../catalog/index.ts';
import type { Choices, EvidenceMail, Fact } from '../contract.ts';
import type { LoggedEvidence } from '../records.ts';
import { countsFor, judgedFor } from './counted.ts';
import { verifiedEvents } from './vector.ts';

/**
 * The facts that the device holds evidence for or the person chose, in catalog order (DESIGN 3). An event
 * stands in one list only: verified wins. Mails that count for the account come first to decide; a fact whose
 * mails all belong to somebody else's address is listed with `counts: false`.
 *
 * @param evidence the evidence log
 * @param account address of the signed-in account; null counts every mail
 */
export function factsOf(
  evidence: readonly LoggedEvidence[],
  choices: Choices,
  catalog: Catalog,
  account: string | null,
): Fact[] {
  const counts = countsFor(account);
  const byEvent = Map.groupBy(judgedFor(evidence, account), (entry) => entry.event);
  const names = new Map(catalog.events.map((event) => [event.key, event.name]));
  const events = new Map<EventKey, Found>();

  for (const [event, entries] of byEvent) {
    const counted = entries.filter(counts);
    if (counted.length === 0 && choices.events.includes(event)) continue;
    const mails = counted.length > 0 ? counted : entries;
    events.set(event, {
      verified: verifiedEvents(mails).has(event),
      origin: 'mail',
      counts: counted.length > 0,
      mails: mails.toSorted(strongestFirst).map(evidenceMail),
    });
  }
  for (const event of choices.events) {
    if (!events.has(event)) events.set(event, { verified: false, origin: 'person', counts: true, mails: [] });
  }

  const inList = (list: 'verifiedTravelEvents' | 'selfAttestedEvents'): Fact[] =>
    EVENT_KEYS.flatMap((key) => {
      const found = events.get(key);
      if (found === undefined || found.verified !== (list === 'verifiedTravelEvents')) return [];
      const { origin, counts: counting, mails } = found;
      const fact = catalogFact(`${list}/${key}`);
      return [{ ...fact, key, name: names.get(key) ?? key, origin, counts: counting, mails }];
    });
  const interests = INTEREST_KEYS.filter((key) => choices.interests.includes(key)).map((key): Fact => {
    const { id, list, slot } = catalogFact(`travelInterests/${key}`);
    return { id, list, key, slot, name: INTEREST_NAMES[key], origin: 'person', counts: true, mails: [] };
  });
  return [...inList('verifiedTravelEvents'), ...inList('selfAttestedEvents'), ...interests];
}

/** What was found for one event. */
interface Found {
  verified: boolean;
  origin: Fact['origin'];
  counts: boolean;
  mails: EvidenceMail[];
}

/** Id, list, key and slot of a fact; each call makes a new object. */
function catalogFact(id: FactId): Pick<Fact, 'id' | 'list' | 'key' | 'slot'> {
  const fact = factById(id);
  if (fact === undefined) throw new RangeError(`not a fact: ${id}`);
  const { list, key, slot } = fact;
  return { id, list, key, slot };
}

/** Verified mails before others, newest first within each. */
function strongestFirst(a: LoggedEvidence, b: LoggedEvidence): number {
  if (a.tier !== b.tier) return a.tier === 'verified' ? -1 : 1;
  return (b.date ?? 0) - (a.date ?? 0);
}

function evidenceMail({
  messageId,
  subject,
  from,
  date,
  tier,
  reason,
  signature,
  refused,
}: LoggedEvidence): EvidenceMail {
  const mail = { messageId, subject, from, date, tier, reason, refused };
  if (signature === null) return { ...mail, signature };
  const { domain, algorithm, keyBits, weak } = signature;
  return { ...mail, signature: { domain, algorithm, keyBits, weak } };
}
