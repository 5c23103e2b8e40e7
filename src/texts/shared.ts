/** The words above a result: how many facts both sides list, and how far they are shown. */
import { COMPARISON_OPEN_MS, type ComparisonResult } from '../../worker/contract.ts';
import { sharedIds } from '../parts/slot-states.ts';
import { count, countOf, listOf } from './amounts.ts';

export function resultTitle(shared: number): string {
  if (shared === 0) return 'Nothing is on both lists';
  return shared === 1 ? 'One fact is on both lists' : `${count(shared)} facts are on both lists`;
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
  if (shared === 0) return [`${organiser} learned nothing of your stamps from the comparison.`];
  return [shownSoFar(organiser, shared, shown), ...withdrawnSentence(organiser, withdrawn)];
}

function shownSoFar(organiser: string, shared: number, shown: number): string {
  if (shown === 0) return `None of it is shown to ${organiser} now. Switch on what it may see.`;
  if (shown < shared) return `You have shown a part of it. The rest is not shown to ${organiser}.`;
  return 'You have shown all of it.';
}

function withdrawnSentence(organiser: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const them = names.length === 1 ? 'it' : 'them';
  return [
    `Withdrawn: ${listOf(names)}. ${organiser} no longer holds ${them} at the server; it may have seen ${them}.`,
  ];
}

/** What it takes to show a stamp again once it is withdrawn. @param held whether this device holds the fact itself */
export function showAgain(fact: string, held: boolean, result: ComparisonResult | null, now: number): string {
  if (!held) {
    return 'This device does not hold the stamp now. To show it again, find or tick it here first, then compare.';
  }
  const open =
    result !== null && sharedIds(result).includes(fact) && now < result.comparedAt + COMPARISON_OPEN_MS;
  return open
    ? `The stamp stays on this device. Until ${minutes()} after the comparison you can show it again from the result; after that, compare again first.`
    : 'The stamp stays on this device. To show it again, compare again first: the last comparison is no longer open.';
}

function minutes(): string {
  return countOf(COMPARISON_OPEN_MS / 60_000, 'minute');
}
