import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useActions } from '../actions-context.ts';
import { BackIcon, DownloadIcon, GaugeIcon } from '../icons/set.tsx';
import { Button } from '../parts/Button.tsx';
import { Notice } from '../parts/Notice.tsx';
import { ScreenTitle } from '../parts/ScreenTitle.tsx';
import { saveJson } from '../save-json.ts';
import { allFigures, canMeasure, measuring, SUITES } from '../state/benchmarks.ts';
import { SUITE_TEXTS } from '../texts/benchmarks.ts';
import { SuiteCard } from './benchmarks/SuiteCard.tsx';

/** How fast this device does what the app does, measured in the app's own worker (DESIGN 11). */
export function Benchmarks() {
  const { closeScreen, cancelMeasuring } = useActions();
  const measured = useAtomValue(allFigures);
  // Nobody waits for figures on a screen that was left.
  useEffect(() => () => void cancelMeasuring(), [cancelMeasuring]);
  return (
    <div className="flex flex-col gap-5 pt-2 pb-16">
      <div>
        <Button variant="transparent" size="small" icon={BackIcon} className="-ml-3" onClick={closeScreen}>
          Back
        </Button>
        <ScreenTitle>Benchmarks on this device</ScreenTitle>
        <p className="mt-1 text-ink-soft">
          How fast this device does Waystamp’s work, measured in the app’s own worker on mails made up for it.
          Your mail and your facts are not touched, and no figure is sent anywhere.
        </p>
      </div>
      <Running />
      {SUITES.map((suite) => (
        <SuiteCard key={suite} suite={suite} />
      ))}
      <footer className="flex flex-col items-start gap-3 text-sm text-ink-soft">
        <p>
          Shown is the middle of several runs, and below it the least and the most. Other work of the device
          slows it down, and so does saving power; some browsers round the clock to a millisecond.
        </p>
        {measured.length > 0 && (
          <Button
            variant="secondary"
            size="small"
            icon={DownloadIcon}
            onClick={() => saveJson('waystamp-benchmarks.json', measured)}
          >
            Export as a file
          </Button>
        )}
      </footer>
    </div>
  );
}

/** Starts all of them; while they run, how far they are, and the way to end it. */
function Running() {
  const { measure, cancelMeasuring } = useActions();
  const free = useAtomValue(canMeasure);
  const running = useAtomValue(measuring);
  const button = useFocusAcross(running !== null);
  if (!free) {
    return (
      <Notice kind="info" title="A scan is running">
        <p>It goes on undisturbed. Measuring waits until it has ended.</p>
      </Notice>
    );
  }
  if (running === null) {
    return (
      <Button ref={button} icon={GaugeIcon} className="w-full" onClick={() => void measure(SUITES)}>
        Measure all
      </Button>
    );
  }
  const { suite, number, of } = running;
  return (
    <section aria-label="Measuring" className="rounded-md border border-line bg-surface p-4">
      <p className="flex items-baseline justify-between gap-3">
        <output className="font-semibold">Measuring: {SUITE_TEXTS[suite].title}</output>
        <span className="text-sm whitespace-nowrap text-ink-soft">
          {number} of {of}
        </span>
      </p>
      <progress
        className="scan-progress mt-3"
        aria-label="Suites measured"
        {...(of === 1 ? {} : { value: number - 1, max: of })}
      />
      <Button ref={button} variant="secondary" className="mt-4 w-full" onClick={() => void cancelMeasuring()}>
        Cancel
      </Button>
    </section>
  );
}

/** Gives the button of the new state the focus that went with the one that was pressed. */
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
