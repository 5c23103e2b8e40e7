import { useAtomValue } from 'jotai';
import type { Ledger as LedgerData } from '../../worker/contract.ts';
import { useActions } from '../actions-context.ts';
import { BackIcon, DownloadIcon, GaugeIcon } from '../icons/set.tsx';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Problem.tsx';
import { ScreenTitle } from '../parts/ScreenTitle.tsx';
import { saveJson } from '../save-json.ts';
import { loggedInGmail } from '../state/core.ts';
import { useLedger } from '../state/use-ledger.ts';
import { bytes, count } from '../texts/amounts.ts';
import { LEDGER_SCOPE, mailSentence, totalsOf } from '../texts/ledger.ts';
import { AtTheServer } from './ledger/AtTheServer.tsx';
import { Destinations } from './ledger/Destinations.tsx';
import { Requests } from './ledger/Requests.tsx';

/** Every request that the app has made: to whom, why, how many bytes (DESIGN 9). */
export function Ledger() {
  const { closeScreen, open } = useActions();
  const { ledger, failure } = useLedger();
  const signedIn = useAtomValue(loggedInGmail) !== null;
  return (
    <div className="flex flex-col gap-8 pt-2 pb-16">
      <div>
        <Button variant="transparent" size="small" icon={BackIcon} className="-ml-3" onClick={closeScreen}>
          Back
        </Button>
        <ScreenTitle>Privacy ledger</ScreenTitle>
        <p className="mt-1 text-ink-soft">
          Every request that Waystamp has made on this device. This list stays on it, until you press{' '}
          {signedIn ? 'Disconnect, at the top' : 'Erase everything from this device, below'}.
        </p>
      </div>
      {failure !== null && <Problem error={failure.error} retry={failure.again} />}
      {ledger !== null && (
        <>
          <Summary ledger={ledger} />
          <Destinations sums={ledger.sums} />
          <AtTheServer />
          <Requests ledger={ledger} />
          <footer className="flex flex-col items-start gap-3 border-t border-line pt-4 text-sm text-ink-soft">
            <p>{LEDGER_SCOPE}</p>
            <Button
              variant="secondary"
              size="small"
              icon={DownloadIcon}
              onClick={() => saveJson('waystamp-ledger.json', ledger)}
            >
              Export as a file
            </Button>
            <Button
              variant="tertiary"
              size="small"
              icon={GaugeIcon}
              className="-ml-3"
              onClick={() => open('benchmarks')}
            >
              Benchmarks on this device
            </Button>
          </footer>
        </>
      )}
    </div>
  );
}

function Summary({ ledger }: { ledger: LedgerData }) {
  const totals = totalsOf(ledger.sums);
  return (
    <section aria-label="In short" className="rounded-md border border-line bg-surface p-4">
      <p className="font-display text-lg leading-snug font-bold">{mailSentence(ledger.sums)}</p>
      <dl className="mt-4 grid grid-cols-3 gap-3 border-t border-line pt-3">
        {[
          { name: 'Requests', value: count(totals.requests) },
          { name: 'Sent', value: bytes(totals.sent) },
          { name: 'Received', value: bytes(totals.received) },
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
