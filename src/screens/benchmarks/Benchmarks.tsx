import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useActions } from '../../actions/context.ts';
import { BackIcon, DownloadIcon, GaugeIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { saveJson } from '../../browser/save-json.ts';
import { allFigures, canMeasure, measuring, SUITES } from '../../state/benchmarks.ts';
import { suiteText } from '../../texts/benchmarks.ts';
import { SuiteCard } from './SuiteCard.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { benchmarkTexts } from '../../texts/en/benchmarks.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';

/** Measures how fast this device is in the app's own worker. */
export function Benchmarks() {
  const t = useTexts(benchmarkTexts);
  const buttons = useTexts(buttonTexts);
  const { closeScreen, cancelMeasuring } = useActions();
  const measured = useAtomValue(allFigures);
  // Leaving the screen cancels the measuring.
  useEffect(() => () => void cancelMeasuring(), [cancelMeasuring]);
  return (
    <div className="flex flex-col gap-5 pt-2 pb-16">
      <div>
        <Button variant="transparent" size="small" icon={BackIcon} className="-ml-3" onClick={closeScreen}>
          {buttons.back}
        </Button>
        <ScreenTitle>{buttons.benchmarks}</ScreenTitle>
        <p className="mt-1 text-ink-soft">{t.about}</p>
      </div>
      <Running />
      {SUITES.map((suite) => (
        <SuiteCard key={suite} suite={suite} />
      ))}
      <footer className="flex flex-col items-start gap-3 text-sm text-ink-soft">
        <p>{t.reading}</p>
        {measured.length > 0 && (
          <Button
            variant="secondary"
            size="small"
            icon={DownloadIcon}
            onClick={() => saveJson('waystamp-benchmarks.json', measured)}
          >
            {buttons.exportFile}
          </Button>
        )}
      </footer>
    </div>
  );
}

/** Starts all suites. While they run, shows the progress and a button to cancel. */
function Running() {
  const t = useTexts(benchmarkTexts);
  const { cancel: cancelLabel } = useTexts(fixedTexts);
  const { measure, cancelMeasuring } = useActions();
  const free = useAtomValue(canMeasure);
  const running = useAtomValue(measuring);
  const button = useFocusAcross(running !== null);
  if (!free) {
    return (
      <Notice kind="info" title={t.scanRuns}>
        <p>{t.scanRunsMore}</p>
      </Notice>
    );
  }
  if (running === null) {
    return (
      <Button ref={button} icon={GaugeIcon} className="w-full" onClick={() => void measure(SUITES)}>
        {t.measureAll}
      </Button>
    );
  }
  const { suite, number, of } = running;
  return (
    <section aria-label={t.measuring} className="rounded-md border border-line bg-surface p-4">
      <p className="flex items-baseline justify-between gap-3">
        <output className="font-semibold">{t.measuringThis({ title: suiteText(suite).title })}</output>
        <span className="text-sm whitespace-nowrap text-ink-soft">{t.numberOf({ number, of })}</span>
      </p>
      <progress
        className="scan-progress mt-3"
        aria-label={t.suites}
        {...(of === 1 ? {} : { value: number - 1, max: of })}
      />
      <Button ref={button} variant="secondary" className="mt-4 w-full" onClick={() => void cancelMeasuring()}>
        {cancelLabel}
      </Button>
    </section>
  );
}

/** Moves the focus from the pressed button to the new state's button. */
function useFocusAcross(state: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (before.current !== state && lost) button.current?.focus({ preventScroll: true });
    before.current = state;
  }, [state]);
  return button;
}
