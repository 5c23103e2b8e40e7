import { useAtomValue } from 'jotai';
import { SlotPicture } from '../../parts/SlotSheet.tsx';
import type { SlotState } from '../../state/slot-states.ts';
import { sheet } from '../../state/slots.ts';
import { filledPlaces, legendOf } from '../../texts/slots.ts';
import { OpenableSheet } from '../sheet/OpenableSheet.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { slotTexts } from '../../texts/en/slots.ts';

/** The sheet after the comparison: its places by state, with their numbers. */
export function ResultSheet() {
  const t = useTexts(slotTexts);
  const states = useAtomValue(sheet);
  const legend = legendOf(states);
  return (
    <section aria-label={t.sheet}>
      <h2 className="text-lg">{t.sheet}</h2>
      <p className="mt-0.5 mb-3 text-sm text-ink-soft">
        {filledPlaces(states)} {t.tap}
      </p>
      <div className="sm:flex sm:items-center sm:gap-8">
        <OpenableSheet
          label={t.sheetOf({ legend: legend.map(({ words, amount }) => `${amount} ${words}`).join(', ') })}
          className="mx-auto w-[min(80vw,20rem)] shrink-0 sm:mx-0"
        />
        <ul className="mt-4 grid gap-y-1.5 text-sm text-ink-soft sm:mt-0">
          {legend.map(({ state, words, amount }) => (
            <li key={state} className="flex items-center gap-2.5">
              <LegendMark state={state} />
              <span className="font-bold text-ink">{amount}</span>
              {words}
            </li>
          ))}
        </ul>
      </div>
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
