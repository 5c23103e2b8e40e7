import { useAtomValue } from 'jotai';
import { sheet } from '../../state/slots.ts';
import { OpenableSheet } from '../sheet/OpenableSheet.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { scanTexts } from '../../texts/en/scan.ts';
import { slotTexts } from '../../texts/en/slots.ts';

/** The sheet as filled so far. */
export function ScanSheet() {
  const t = useTexts(scanTexts);
  const { tap } = useTexts(slotTexts);
  const filled = useAtomValue(sheet).filter((state) => state !== 'empty').length;
  return (
    <div>
      <OpenableSheet label={t.sheet({ filled })} className="mx-auto w-[min(80vw,38dvh)] sm:w-80" />
      <p className="mt-2 min-h-4 text-center text-xs text-ink-soft">{filled > 0 && tap}</p>
    </div>
  );
}
