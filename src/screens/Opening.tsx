import { useAtomValue } from 'jotai';
import { SlotSheet } from '../parts/SlotSheet.tsx';
import { task } from '../state/page.ts';

const NO_SLOTS: never[] = [];

const WORDS: Readonly<Record<string, string>> = {
  'sign-in': 'Signing you in. Your one-time keys are made on this device.',
  reading: 'Opening your mailbox.',
};

/** While the device's own data is opened, or a sign-in is completed, for somebody who has been here before. */
export function Opening() {
  const running = useAtomValue(task);
  return (
    <div className="flex min-h-[calc(100dvh-3.5rem)] flex-col items-center justify-center gap-6 pb-16">
      <SlotSheet states={NO_SLOTS} label="An empty sheet of stamps" className="w-40 -rotate-2" />
      <output className="animate-fade text-center text-ink-soft [animation-delay:300ms]">
        {WORDS[running ?? ''] ?? 'Opening your stamps.'}
      </output>
    </div>
  );
}
