import { MAX_SLOT_MAILS } from '../contract.ts';
import type { MailSummary } from '../contract.ts';
import type { LoggedEvidence } from '../records.ts';
import type { Vector } from './vector.ts';

/**
 * The mails that set a slot, each once, newest first, at most {@link MAX_SLOT_MAILS}. Mail that does not count for the
 * account sets no slot. A number that is not a slot has no mails.
 *
 * @param vector the vector of this evidence
 * @param evidence the evidence log
 */
export function slotMails(
  { mapping }: Vector,
  evidence: readonly LoggedEvidence[],
  slot: number,
): MailSummary[] {
  const ids = new Set(mapping[slot] ?? []);
  const mails = new Map<string, MailSummary>();
  for (const { messageId, subject, from, date } of evidence) {
    if (ids.has(messageId)) mails.set(messageId, { messageId, subject, from, date });
  }
  return [...mails.values()].toSorted((a, b) => (b.date ?? 0) - (a.date ?? 0)).slice(0, MAX_SLOT_MAILS);
}
