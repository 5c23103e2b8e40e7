/** The texts about the sheet's slots, which people see as places: what one is, and what filled it. */
import { slotOf } from '../../catalog/slot.ts';
import { MAX_SLOT_MAILS, type Fact, type MailSummary } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import type { SlotState } from '../state/slot-states.ts';
import type { SlotMeaning } from '../state/slots.ts';
import { count, countOf } from './amounts.ts';
import { legendTexts, ofListTexts, slotTexts, stateTexts, storyTexts } from './en/slots.ts';

/** What a slot's state means to the person. */
export function stateWords(state: SlotState): string {
  return textsOf(stateTexts)[state];
}

export interface LegendLine {
  state: SlotState;
  /** Places. */
  amount: number;
  words: string;
}

/**
 * How many places are in each state; those in which none is are left out. The later state covers the earlier, so that
 * each place counts once.
 */
export function legendOf(states: readonly SlotState[]): LegendLine[] {
  const texts = textsOf(legendTexts);
  return (['own', 'pencil', 'shared', 'shown'] as const).flatMap((state) => {
    const amount = states.filter((other) => other === state).length;
    return amount === 0 ? [] : [{ state, amount, words: texts[state] }];
  });
}

/** Above the legend: what its numbers count. */
export function filledPlaces(states: readonly SlotState[]): string {
  const filled = states.filter((state) => state !== 'empty').length;
  return textsOf(slotTexts).filled(filled);
}

/** The sheet's places are numbered from 1, row by row. */
export function slotTitle(slot: number): string {
  return textsOf(slotTexts).place({ number: slot + 1 });
}

/** A slot's name for assistive technology: `Place 7, Devcon 7 SEA, on both lists, 4 mails`. */
export function slotName(slot: number, state: SlotState, fact: Fact | null, counted: number): string {
  // A slot set only by a choice counts 1 without a mail.
  const mails = fact?.origin === 'person' && counted === 1 ? 0 : counted;
  const more = mails === 0 ? [] : [countOf(mails, 'mail')];
  return [slotTitle(slot), ...(fact === null ? [] : [fact.name]), stateWords(state), ...more].join(', ');
}

/** What a slot stands for and where it is known, in sentences. */
export function slotStory(
  state: SlotState,
  { fact, absent }: SlotMeaning,
  organiser: string,
  compared: boolean,
): string[] {
  const texts = textsOf(storyTexts);
  const of = textsOf(ofListTexts);
  const other = absent === null ? null : of[absent.list]({ name: absent.name });
  const verified = absent?.heldAsVerified === true;
  if (state === 'empty') {
    const kept = verified ? texts.keptVerified : texts.keptNothing;
    return [texts.nothing, ...(other === null ? [] : [kept({ name: other })])];
  }
  if (fact === null) {
    const never = verified ? texts.neverVerified : texts.neverNothing;
    return [texts.subject, ...(other === null ? [] : [never({ name: other })])];
  }
  const { name, origin, list } = fact;
  const own = origin === 'person' ? of.marked({ name }) : of[list]({ name });
  return [texts.place({ name: own }), listing(state, organiser, compared)];
}

/** Where the organiser comes in. */
function listing(state: SlotState, organiser: string, compared: boolean): string {
  const texts = textsOf(storyTexts);
  if (state === 'shown') return texts.shown({ organiser });
  if (state === 'shared') return texts.shared({ organiser });
  return compared ? texts.notListed({ organiser }) : texts.notCompared;
}

/** Why a mail is among those that set a slot. */
export function mailReason(slot: number, mail: MailSummary, fact: Fact | null): string {
  const texts = textsOf(slotTexts);
  const bySubject = slotOf(mail.subject) === slot;
  const evidence = fact?.mails.find(({ messageId }) => messageId === mail.messageId);
  const supports =
    evidence !== undefined && (fact?.list !== 'verifiedTravelEvents' || evidence.tier === 'verified');
  if (fact !== null && supports) {
    const { name } = fact;
    return bySubject ? texts.countsAndFalls({ name }) : texts.countsFor({ name });
  }
  return texts.falls;
}

/** Which of a slot's mails are listed, when that is not all; else null. */
export function slotLimit(mails: number): string | null {
  return mails > MAX_SLOT_MAILS
    ? textsOf(slotTexts).limit({ most: count(MAX_SLOT_MAILS), all: count(mails) })
    : null;
}
