import { useAtomValue } from 'jotai';
import { useActions } from '../../actions-context.ts';
import { Button } from '../../parts/Button.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { facts, scan } from '../../state/core.ts';
import { countOf, duration } from '../../texts/amounts.ts';
import { announcement, headline, progressShare, scanAmount } from '../../texts/scan.ts';
import { NotRead } from './NotRead.tsx';
import { ScanSheet } from './ScanSheet.tsx';

export function ScanRunning() {
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
          aria-label="Mail read"
          {...(share === null ? {} : { value: share, max: 1 })}
        />
        <p className="mt-2 flex justify-between gap-3 text-sm text-ink-soft">
          <span>{found === 0 ? 'No stamp yet' : `${countOf(found, 'stamp')} found`}</span>
          <span>{progress.remainingMs === null ? '' : `${duration(progress.remainingMs)} left`}</span>
        </p>
        <p className="mt-4 min-h-10 text-center text-sm text-ink-soft">
          {progress.source === 'file' ? '' : progress.activity}
        </p>
        <output className="sr-only">{announcement(progress, found)}</output>
      </div>
      <Button variant="secondary" className="mx-auto w-full max-w-sm" onClick={() => void cancel()}>
        Cancel
      </Button>
      <p className="text-center text-xs text-ink-soft">
        {progress.source === 'file'
          ? 'Keep Waystamp open until the file is read. What is found stays on this device.'
          : 'You can close Waystamp. When you come back, the scan goes on where it was.'}
      </p>
      <NotRead />
    </div>
  );
}
