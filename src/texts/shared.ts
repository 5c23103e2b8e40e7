/** The texts above a result: how many facts both sides list, and how many are disclosed. */
import { COMPARISON_OPEN_MS, type ComparisonResult } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import { sharedIds } from '../state/slot-states.ts';
import { countOf, listOf } from './amounts.ts';
import { resultTexts } from './en/result.ts';
import { showAgainTexts } from './en/shown.ts';

export function resultTitle(shared: number): string {
  const { nothing, title } = textsOf(resultTexts);
  return shared === 0 ? nothing : title(shared);
}

export interface ShownPart {
  organiser: string;
  /** Facts on both lists, and how many of them are shown. */
  shared: number;
  shown: number;
  /** Names of those that were shown and taken back. */
  withdrawn: readonly string[];
}

/** How far the result is shown. What was withdrawn may have been seen, and is never called a secret. */
export function shownSentences({ organiser, shared, shown, withdrawn }: ShownPart): string[] {
  const texts = textsOf(resultTexts);
  if (shared === 0) return [texts.learnedNothing({ organiser })];
  const names = listOf(withdrawn);
  return [
    shownSoFar(organiser, shared, shown),
    ...(withdrawn.length === 0 ? [] : [texts.withdrawn(withdrawn.length, { names, organiser })]),
  ];
}

function shownSoFar(organiser: string, shared: number, shown: number): string {
  const { noneShown, partShown, allShown } = textsOf(resultTexts);
  if (shown === 0) return noneShown({ organiser });
  return shown < shared ? partShown({ organiser }) : allShown;
}

/** What it takes to show a stamp again once it is withdrawn. @param held whether this device holds the fact itself */
export function showAgain(fact: string, held: boolean, result: ComparisonResult | null, now: number): string {
  const texts = textsOf(showAgainTexts);
  if (!held) return texts.notHeld;
  const open =
    result !== null && sharedIds(result).includes(fact) && now < result.comparedAt + COMPARISON_OPEN_MS;
  return open ? texts.open({ minutes: countOf(COMPARISON_OPEN_MS / 60_000, 'minute') }) : texts.over;
}
