import { useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { Button } from '../../parts/Button.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { facts, scan } from '../../state/core.ts';
import { duration } from '../../texts/amounts.ts';
import {
  activityText,
  announcement,
  foundWords,
  headline,
  progressShare,
  scanAmount,
} from '../../texts/scan.ts';
import { NotRead } from './NotRead.tsx';
import { ScanSheet } from './ScanSheet.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';
import { progressTexts } from '../../texts/en/scan.ts';

export function ScanRunning() {
  const t = useTexts(progressTexts);
  const { cancel: cancelLabel } = useTexts(fixedTexts);
  const { cancel } = useActions();
  const progress = useAtomValue(scan);
  const found = useAtomValue(facts).filter((fact) => fact.origin === 'mail').length;
  const share = progressShare(progress);
  const { number, rest } = scanAmount(progress);
  return (
    <div className="flex flex-col gap-5 pt-2 pb-8">
      <ScreenTitle>{headline(progress)}</ScreenTitle>
      <ScanSheet />
      <div className="mx-auto w-full max-w-sm">
        <p className="flex items-baseline justify-center gap-2">
          <span className="font-display text-2xl font-bold">{number}</span>
          <span className="text-ink-soft">{rest}</span>
        </p>
        <progress
          className="scan-progress mt-3"
          aria-label={t.bar}
          {...(share === null ? {} : { value: share, max: 1 })}
        />
        <p className="mt-2 flex justify-between gap-3 text-sm text-ink-soft">
          <span>{found === 0 ? t.noStamp : foundWords(found)}</span>
          <span>{progress.remainingMs === null ? '' : t.left({ time: duration(progress.remainingMs) })}</span>
        </p>
        <p className="mt-4 min-h-10 text-center text-sm text-ink-soft">
          {progress.source === 'file' ? '' : activityText(progress.activity)}
        </p>
        <output className="sr-only">{announcement(progress, found)}</output>
      </div>
      <Button variant="secondary" className="mx-auto w-full max-w-sm" onClick={() => void cancel()}>
        {cancelLabel}
      </Button>
      <p className="text-center text-xs text-ink-soft">
        {progress.source === 'file' ? t.keepOpen : t.mayClose}
      </p>
      <NotRead />
    </div>
  );
}
