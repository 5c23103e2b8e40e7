import { type Catalog, catalogFacts } from '../../catalog/index.ts';
import type { Choices, EvidenceMail, Fact } from '../contract.ts';
import type { LoggedEvidence } from '../records.ts';
import { countsFor, judgedFor } from './counted.ts';
import { verifiedEvents } from './vector.ts';

/**
 * The facts that the device has evidence for or the person chose, in catalog order. An event is in one list only;
 * verified wins. Mails that count for the account decide first. A fact whose mails are all addressed to somebody else
 * is listed with `counts: false`. Events and interests of other catalogs are left out.
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
  const events = new Map<string, Found>();

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

  return catalogFacts(catalog).all.flatMap(({ id, list, key, name, slot }): Fact[] => {
    const fact = { id, list, key, name, slot };
    if (list === 'travelInterests') {
      if (!choices.interests.includes(key)) return [];
      return [{ ...fact, origin: 'person', counts: true, mails: [] }];
    }
    const found = events.get(key);
    if (found === undefined || found.verified !== (list === 'verifiedTravelEvents')) return [];
    const { origin, counts: counting, mails } = found;
    return [{ ...fact, origin, counts: counting, mails }];
  });
}

/** Findings for one event. */
interface Found {
  verified: boolean;
  origin: Fact['origin'];
  counts: boolean;
  mails: EvidenceMail[];
}

/** Verified mails first, newest first within each tier. */
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
