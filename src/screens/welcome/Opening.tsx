import { useAtomValue } from 'jotai';
import { SlotSheet } from '../../parts/SlotSheet.tsx';
import { task } from '../../state/page.ts';
import { useTexts } from '../../language/use-texts.ts';
import { openingTexts } from '../../texts/en/welcome.ts';

const NO_SLOTS: never[] = [];

/** Shown to returning visitors while the device's data is loaded or a sign-in is completed. */
export function Opening() {
  const t = useTexts(openingTexts);
  const running = useAtomValue(task);
  return (
    <div className="flex min-h-[calc(100dvh-56px)] flex-col items-center justify-center gap-6 pb-16">
      <SlotSheet states={NO_SLOTS} label={t.sheet} className="w-40 -rotate-2" />
      <output className="animate-fade text-center text-ink-soft [animation-delay:300ms]">
        {running === 'sign-in' || running === 'reading' ? t[running] : t.stamps}
      </output>
    </div>
  );
}
