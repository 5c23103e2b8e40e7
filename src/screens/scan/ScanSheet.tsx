import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { slotStates } from '../../parts/slot-states.ts';
import { SlotSheet } from '../../parts/SlotSheet.tsx';
import { facts, slots } from '../../state/core.ts';

/** The sheet as far as it has filled. */
export function ScanSheet() {
  const counts = useAtomValue(slots);
  const found = useAtomValue(facts);
  const states = useMemo(() => slotStates(counts, found, null), [counts, found]);
  const filled = states.filter((state) => state !== 'empty').length;
  return (
    <SlotSheet
      states={states}
      label={`A sheet of 100 stamps, ${filled} of them filled`}
      className="mx-auto w-[min(80vw,38dvh)] sm:w-80"
    />
  );
}
