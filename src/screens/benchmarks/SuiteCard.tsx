import { useAtomValue } from 'jotai';
import { useId } from 'react';
import type { Measurement } from '../../../worker/contract.ts';
import { useActions } from '../../actions/context.ts';
import { Button } from '../../parts/Button.tsx';
import { Disclosure } from '../../parts/Disclosure.tsx';
import { Problem } from '../../parts/Problem.tsx';
import {
  canMeasure,
  figures,
  measuring,
  measuringProblem,
  type OfferedSuite,
} from '../../state/benchmarks.ts';
import {
  amount,
  figure,
  figureName,
  peerSentence,
  spread,
  SUITE_FIGURES,
  suiteText,
} from '../../texts/benchmarks.ts';
import { PEER_FIGURES } from '../../texts/peers.ts';
import { FigureTable, type FigureRow } from './FigureTable.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { benchmarkTexts } from '../../texts/en/benchmarks.ts';

/** One suite: what it measures, its figures when available, and those of a peer. */
export function SuiteCard({ suite }: { suite: OfferedSuite }) {
  const t = useTexts(benchmarkTexts);
  const { measure } = useActions();
  const id = useId();
  const { title, about, counts } = suiteText(suite);
  const { headline } = SUITE_FIGURES[suite];
  const measured = useAtomValue(figures)[suite];
  const running = useAtomValue(measuring);
  const free = useAtomValue(canMeasure);
  const failed = useAtomValue(measuringProblem);
  const top = measured?.find(({ name }) => name === headline);
  const again = (): void => void measure([suite]);
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-surface">
      <div className="flex flex-wrap items-start gap-3 p-4">
        <div className="min-w-[min(100%,10rem)] flex-1">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          <p className="mt-0.5 text-sm text-ink-soft">{about}</p>
        </div>
        <Button
          variant="secondary"
          size="small"
          loading={running?.suite === suite}
          disabled={!free || running !== null}
          aria-label={t.measureThis({ title })}
          onClick={again}
        >
          {t.measure}
        </Button>
      </div>
      {failed?.suite === suite && (
        <div className="px-4 pb-4">
          <Problem error={failed.error} retry={again} />
        </div>
      )}
      {measured !== undefined && top !== undefined && (
        <>
          <div className="flex flex-col gap-3 border-t border-line p-4">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-display text-2xl font-bold">
                {top.unit === 'ms' ? amount(top.median, top.unit) : figure(top.median)}
              </span>
              <span className="text-ink-soft">{counts}</span>
            </p>
            <Drawn suite={suite} measured={measured} />
            <Peer suite={suite} measured={measured} />
          </div>
          {measured.length > 1 && (
            <div className="border-t border-line">
              <Disclosure summary={t.allFigures({ amount: measured.length })}>
                <AllFigures caption={t.allFiguresOf({ title })} measured={measured} />
              </Disclosure>
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface MeasuredProps {
  suite: OfferedSuite;
  measured: readonly Measurement[];
}

function Drawn({ suite, measured }: MeasuredProps) {
  const t = useTexts(benchmarkTexts);
  const drawn = measured.filter(({ name }) => figureName(suite, name) !== undefined);
  const [first] = drawn;
  return (
    <FigureTable
      caption={t.onDevice({ title: suiteText(suite).title })}
      rows={drawn.map((each) => {
        const { name, median: value, unit } = each;
        return {
          name: figureName(suite, name) ?? name,
          value,
          text: amount(value, unit),
          spread: spread(each),
          here: true,
        };
      })}
      // A single figure is drawn as a part of its best run.
      {...(drawn.length === 1 && first !== undefined ? { whole: first.max } : {})}
    />
  );
}

function Peer({ suite, measured }: MeasuredProps) {
  const t = useTexts(benchmarkTexts);
  const compared = PEER_FIGURES.find((each) => each.suite === suite);
  const own = measured.find(({ name }) => name === compared?.figure);
  if (compared === undefined || own === undefined) return null;
  const { peer, unit, ours, theirs } = compared;
  const row = (name: string, value: number, here: boolean): FigureRow => {
    return { name, value, text: amount(value, unit), spread: '', here };
  };
  return (
    <section className="mt-1 border-t border-dashed border-line-strong pt-3">
      <h3 className="mb-1 text-base">{t.beside({ peer })}</h3>
      <FigureTable
        caption={t.besideOf({ title: suiteText(suite).title, peer })}
        rows={[
          row(t.thisDevice, own.median, true),
          row(t.ours, ours, false),
          row(t.theirs({ peer }), theirs, false),
        ]}
      />
      <p className="mt-2 text-xs text-ink-soft">{peerSentence(compared)}</p>
    </section>
  );
}

/** Everything that the export holds. */
function AllFigures({ caption, measured }: { caption: string; measured: readonly Measurement[] }) {
  const t = useTexts(benchmarkTexts);
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t.what}</th>
          <th scope="col">{t.middle}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {measured.map((each) => (
          <tr key={each.name}>
            <th scope="row" className="w-full py-1.5 pr-3 text-left font-normal">
              {each.name}
            </th>
            <td className="py-1.5 text-right whitespace-nowrap text-ink">
              {amount(each.median, each.unit)}
              <span className="block text-xs text-ink-soft">{spread(each)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
