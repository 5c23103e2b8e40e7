import { useAtomValue } from 'jotai';
import { sheet } from '../../state/slots.ts';
import { TAP_A_PLACE } from '../../texts/slots.ts';
import { OpenableSheet } from '../OpenableSheet.tsx';

/** The sheet as far as it has filled. */
export function ScanSheet() {
  const filled = useAtomValue(sheet).filter((state) => state !== 'empty').length;
  return (
    <div>
      <OpenableSheet
        label={`A sheet of 100 places, ${filled} of them filled`}
        className="mx-auto w-[min(80vw,38dvh)] sm:w-80"
      />
      <p className="mt-2 min-h-4 text-center text-xs text-ink-soft">{filled > 0 && TAP_A_PLACE}</p>
    </div>
  );
}
