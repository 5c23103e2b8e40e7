/** The words about single slots of the sheet: what a stamp is, and what set one. */
import type { FactList } from '../../catalog/facts.ts';
import { slotOf } from '../../catalog/slot.ts';
import { MAX_SLOT_MAILS, type Fact, type MailSummary } from '../../worker/contract.ts';
import type { SlotState } from '../parts/SlotSheet.tsx';
import type { SlotMeaning } from '../state/slots.ts';
import { count, countOf } from './amounts.ts';

/** What a slot's state means to the person. */
export const STATE_WORDS: Readonly<Record<SlotState, string>> = {
  empty: 'empty',
  own: 'only with you',
  pencil: 'marked by you',
  shared: 'on both lists',
  shown: 'shown',
};

export const TAP_A_STAMP = 'Tap a stamp to see which mails set it.';

/** The sheet's stamps are numbered from 1, row by row. */
export function slotTitle(slot: number): string {
  return `Stamp ${slot + 1}`;
}

/** A slot's name for assistive technology: `Stamp 7, Devcon 7 SEA, on both lists, 4 mails`. */
export function slotName(slot: number, state: SlotState, fact: Fact | null, counted: number): string {
  // A slot that a choice alone has set counts 1 without a mail (DESIGN 3).
  const mails = fact?.origin === 'person' && counted === 1 ? 0 : counted;
  const more = mails === 0 ? [] : [countOf(mails, 'mail')];
  return [slotTitle(slot), ...(fact === null ? [] : [fact.name]), STATE_WORDS[state], ...more].join(', ');
}

const LIST_WORDS: Readonly<Record<FactList, string>> = {
  verifiedTravelEvents: ', verified by a signature',
  selfAttestedEvents: ', self-attested',
  travelInterests: '',
};

/** What a slot stands for and where it is known, in sentences. */
export function slotStory(state: SlotState, { fact, absent }: SlotMeaning, compared: boolean): string[] {
  const other = absent === null ? null : `${absent.name}${LIST_WORDS[absent.list]}`;
  if (state === 'empty') {
    const why = absent?.heldAsVerified === true ? 'yours is verified instead' : 'nothing was found for that';
    const kept = other === null ? [] : [`It is kept for ${other}: ${why}.`];
    return ['Nothing on this device has set this stamp.', ...kept];
  }
  if (fact === null) {
    const why = absent?.heldAsVerified === true ? 'Yours is verified instead' : 'You hold nothing for that';
    const never =
      other === null ? [] : [`It is also the stamp of ${other}. ${why}, so it can never come out as that.`];
    return ['No event or interest of yours: only the subject of a mail falls on this stamp.', ...never];
  }
  const own = fact.origin === 'person' ? ', marked by you' : LIST_WORDS[fact.list];
  return [`This is the stamp of ${fact.name}${own}.`, ...listing(state, compared)];
}

/** Where the organiser comes in. */
function listing(state: SlotState, compared: boolean): string[] {
  if (state === 'shown') return ['The organiser lists it too, and you have shown it to them.'];
  if (state === 'shared') return ['The organiser lists it too. You have not shown it to them.'];
  return [compared ? 'The organiser does not list it.' : 'It has not been compared yet.'];
}

/** Why a mail is among those that set a slot. */
export function mailReason(slot: number, mail: MailSummary, fact: Fact | null): string {
  const bySubject = slotOf(mail.subject) === slot;
  const evidence = fact?.mails.find(({ messageId }) => messageId === mail.messageId);
  const supports =
    evidence !== undefined && (fact?.list !== 'verifiedTravelEvents' || evidence.tier === 'verified');
  if (fact !== null && supports) {
    return bySubject
      ? `It counts for ${fact.name}, and its subject falls here too.`
      : `It counts for ${fact.name}.`;
  }
  return 'Its subject falls on this stamp.';
}

/** Which of a slot's mails are listed, when that is not all; else null. */
export function slotLimit(mails: number): string | null {
  return mails > MAX_SLOT_MAILS
    ? `Only the newest ${count(MAX_SLOT_MAILS)} of ${count(mails)} are listed.`
    : null;
}

export const WHAT_A_STAMP_IS = [
  'The sheet has 100 stamps. A fixed calculation (SHA-256) gives one of these 100 numbers to every event, to every interest, and to the subject of each mail that counts.',
  'There are more mails than numbers, so several can share a stamp, and a mail can fall on the stamp of an event that it has nothing to do with. That does no harm: a name comes out of the comparison only where this device itself holds something for it.',
  'Only which stamps are set goes into the private comparison, encrypted. Subjects, senders and mails never do.',
] as const;
