/** The words about the sheet's slots, which people read as places: what one is, and what filled it. */
import type { FactList } from '../../catalog/facts.ts';
import { BUILT_IN_ORGANISER } from '../../catalog/organiser.ts';
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

export const TAP_A_PLACE = 'Tap a filled place to see what filled it.';

/** What the sheet's legend says of a state; the later one covers the earlier, so that each place counts once. */
const LEGEND_WORDS = {
  own: 'filled by mail, only with you',
  pencil: 'marked by you, only with you',
  shared: 'on both lists',
  shown: 'shown',
} as const satisfies Partial<Record<SlotState, string>>;

export interface LegendLine {
  state: SlotState;
  /** Places. */
  amount: number;
  words: string;
}

/** How many places are in each state; those in which none is are left out. */
export function legendOf(states: readonly SlotState[]): LegendLine[] {
  return (['own', 'pencil', 'shared', 'shown'] as const).flatMap((state) => {
    const amount = states.filter((other) => other === state).length;
    return amount === 0 ? [] : [{ state, amount, words: LEGEND_WORDS[state] }];
  });
}

/** Above the legend: what its numbers count. */
export function filledPlaces(states: readonly SlotState[]): string {
  const filled = states.filter((state) => state !== 'empty').length;
  return `${countOf(filled, 'place')} of 100 ${filled === 1 ? 'is' : 'are'} filled: by your stamps, and by the subjects of the mails behind them.`;
}

/** The sheet's places are numbered from 1, row by row. */
export function slotTitle(slot: number): string {
  return `Place ${slot + 1}`;
}

/** A slot's name for assistive technology: `Place 7, Devcon 7 SEA, on both lists, 4 mails`. */
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
    return ['Nothing on this device has filled this place.', ...kept];
  }
  if (fact === null) {
    const why = absent?.heldAsVerified === true ? 'Yours is verified instead' : 'You hold nothing for that';
    const never =
      other === null ? [] : [`It is also the place of ${other}. ${why}, so it can never come out as that.`];
    return ['No event or interest of yours: only the subject of a mail falls on this place.', ...never];
  }
  const own = fact.origin === 'person' ? ', marked by you' : LIST_WORDS[fact.list];
  return [`This is the place of ${fact.name}${own}.`, ...listing(state, compared)];
}

const { name: ORGANISER } = BUILT_IN_ORGANISER;

/** Where the organiser comes in. */
function listing(state: SlotState, compared: boolean): string[] {
  if (state === 'shown') return [`${ORGANISER} lists it too, and you have shown it.`];
  if (state === 'shared') return [`${ORGANISER} lists it too. It is not shown now.`];
  return [compared ? `${ORGANISER} does not list it.` : 'It has not been compared yet.'];
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
  return 'Its subject falls on this place.';
}

/** Which of a slot's mails are listed, when that is not all; else null. */
export function slotLimit(mails: number): string | null {
  return mails > MAX_SLOT_MAILS
    ? `Only the newest ${count(MAX_SLOT_MAILS)} of ${count(mails)} are listed.`
    : null;
}

export const WHAT_A_PLACE_IS = [
  'The sheet has 100 places. A fixed calculation (SHA-256) gives one of them to every event, to every interest, and to the subject of each mail that counts.',
  'There are more mails than places, so several can share one, and a mail can fall on the place of an event that it has nothing to do with. That does no harm: a name comes out of the comparison only where this device itself holds something for it.',
  'Only which places are filled goes into the private comparison, encrypted. Subjects, senders and mails never do.',
] as const;
