import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { slotStates } from '../../parts/slot-states.ts';
import { SlotPicture, SlotSheet, type SlotState } from '../../parts/SlotSheet.tsx';
import { facts, result, slots } from '../../state/core.ts';

const LEGEND: readonly { state: SlotState; words: string }[] = [
  { state: 'own', words: 'only with you' },
  { state: 'pencil', words: 'marked by you' },
  { state: 'shared', words: 'on both lists' },
  { state: 'shown', words: 'shown' },
];

/** The sheet after the comparison: own, shared and shown stamps, with how many there are of each. */
export function ResultSheet() {
  const counts = useAtomValue(slots);
  const own = useAtomValue(facts);
  const compared = useAtomValue(result);
  const states = useMemo(() => slotStates(counts, own, compared), [counts, own, compared]);
  const amounts = LEGEND.map(({ state, words }) => ({
    state,
    words,
    amount: states.filter((other) => other === state).length,
  }));
  return (
    <section aria-label="Your sheet" className="sm:flex sm:items-center sm:gap-8">
      <SlotSheet
        states={states}
        label={`Your sheet of 100 stamps: ${amounts.map(({ words, amount }) => `${amount} ${words}`).join(', ')}`}
        className="mx-auto w-[min(80vw,20rem)] shrink-0 sm:mx-0"
      />
      <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1.5 text-sm text-ink-soft sm:mt-0 sm:grid-cols-1">
        {amounts.map(({ state, words, amount }) => (
          <li key={state} className="flex items-center gap-2.5">
            <LegendMark state={state} />
            <span className="font-bold text-ink">{amount}</span>
            {words}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LegendMark({ state }: { state: SlotState }) {
  return (
    <svg viewBox="0 0 20 20" width={22} height={22} aria-hidden="true" className="shrink-0">
      <SlotPicture state={state} />
    </svg>
  );
}
