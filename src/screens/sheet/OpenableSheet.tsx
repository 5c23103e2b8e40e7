import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { SlotGrid } from '../../parts/SlotGrid.tsx';
import { slots } from '../../state/core.ts';
import { sheet, slotMeanings } from '../../state/slots.ts';
import { slotName } from '../../texts/slots.ts';
import { SlotMails } from './SlotMails.tsx';

/** The current sheet; a tap on a place shows what filled it. */
export function OpenableSheet({ label, className }: { label: string; className: string }) {
  const states = useAtomValue(sheet);
  const counts = useAtomValue(slots);
  const meaningOf = useAtomValue(slotMeanings);
  const [opened, setOpened] = useState<number | null>(null);
  const names = useMemo(
    () => states.map((state, slot) => slotName(slot, state, meaningOf(slot).fact, counts[slot] ?? 0)),
    [states, counts, meaningOf],
  );
  return (
    <>
      <SlotGrid states={states} names={names} label={label} onOpen={setOpened} className={className} />
      {opened !== null && <SlotMails slot={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
