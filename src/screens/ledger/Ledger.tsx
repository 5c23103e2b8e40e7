import { useAtomValue } from 'jotai';
import type { Ledger as LedgerData } from '../../../worker/contract.ts';
import { useActions } from '../../actions/context.ts';
import { BackIcon, DownloadIcon, GaugeIcon } from '../../icons/set.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { saveJson } from '../../browser/save-json.ts';
import { loggedInGmail } from '../../state/core.ts';
import { useLedger } from '../../hooks/use-ledger.ts';
import { bytes, count } from '../../texts/amounts.ts';
import { mailSentence, totalsOf } from '../../texts/ledger.ts';
import { AtTheServer } from './AtTheServer.tsx';
import { Destinations } from './Destinations.tsx';
import { Requests } from './Requests.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { ledgerTexts } from '../../texts/en/ledger.ts';

/** Every request that the app has made: to whom, why, how many bytes. */
export function Ledger() {
  const t = useTexts(ledgerTexts);
  const buttons = useTexts(buttonTexts);
  const { closeScreen, open } = useActions();
  const { ledger, failure } = useLedger();
  const signedIn = useAtomValue(loggedInGmail) !== null;
  return (
    <div className="flex flex-col gap-8 pt-2 pb-16">
      <div>
        <Button variant="transparent" size="small" icon={BackIcon} className="-ml-3" onClick={closeScreen}>
          {buttons.back}
        </Button>
        <ScreenTitle>{t.title}</ScreenTitle>
        <p className="mt-1 text-ink-soft">{signedIn ? t.untilDisconnect : t.untilErase}</p>
      </div>
      {failure !== null && <Problem error={failure.error} retry={failure.again} />}
      {ledger !== null && (
        <>
          <Summary ledger={ledger} />
          <Destinations sums={ledger.sums} />
          <AtTheServer />
          <Requests ledger={ledger} />
          <footer className="flex flex-col items-start gap-3 border-t border-line pt-4 text-sm text-ink-soft">
            <p>{t.scope}</p>
            <Button
              variant="secondary"
              size="small"
              icon={DownloadIcon}
              onClick={() => saveJson('waystamp-ledger.json', ledger)}
            >
              {buttons.exportFile}
            </Button>
            <Button
              variant="tertiary"
              size="small"
              icon={GaugeIcon}
              className="-ml-3"
              onClick={() => open('benchmarks')}
            >
              {buttons.benchmarks}
            </Button>
          </footer>
        </>
      )}
    </div>
  );
}

function Summary({ ledger }: { ledger: LedgerData }) {
  const t = useTexts(ledgerTexts);
  const totals = totalsOf(ledger.sums);
  return (
    <section aria-label={t.inShort} className="rounded-md border border-line bg-surface p-4">
      <p className="font-display text-lg leading-snug font-bold">
        <Breakable>{mailSentence(ledger.sums)}</Breakable>
      </p>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-3 border-t border-line pt-3">
        {[
          { name: t.requests, value: count(totals.requests) },
          { name: t.sent, value: bytes(totals.sent) },
          { name: t.received, value: bytes(totals.received) },
        ].map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-soft">{name}</dt>
            <dd className="text-base font-semibold whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
