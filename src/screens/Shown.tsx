import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useActions } from '../actions-context.ts';
import { BackIcon, OfflineIcon } from '../icons/set.tsx';
import { Button } from '../parts/Button.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Problem } from '../parts/Problem.tsx';
import { ScreenTitle } from '../parts/ScreenTitle.tsx';
import { loggedInGmail, shown } from '../state/core.ts';
import { connection } from '../state/page.ts';
import { shownByOrganiser, type NamedRecord } from '../state/shown.ts';
import { useShown } from '../state/use-shown.ts';
import { momentText } from '../texts/dates.ts';
import { ShownRow } from './shown/ShownRow.tsx';
import { Withdraw } from './shown/Withdraw.tsx';

/** What each organiser holds, by the server's own record, and the way to take it back. */
export function Shown() {
  const { closeScreen, signIn } = useActions();
  const organisers = useAtomValue(shownByOrganiser);
  const address = useAtomValue(loggedInGmail);
  const offline = useAtomValue(connection) === 'offline';
  const { reading, error, again } = useShown();
  const [asked, setAsked] = useState<NamedRecord | null>(null);
  function close(): void {
    flushSync(() => setAsked(null));
    // The button that the sheet would give the focus back to has gone with its stamp.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  }

  return (
    <div className="flex flex-col gap-8 pt-2 pb-16">
      <div>
        <Button variant="transparent" size="small" icon={BackIcon} className="-ml-3" onClick={closeScreen}>
          Back
        </Button>
        <ScreenTitle>What you have shown</ScreenTitle>
        <p className="mt-1 text-ink-soft">
          By the server’s own record. Each stamp is shown with your address
          {address !== null && `, ${address}`}.
        </p>
      </div>
      {error !== null && (
        <Problem error={error} retry={again} signIn={() => void signIn('account', 'shown')} />
      )}
      <LastKnown fresh={!offline && error === null} reading={reading} />
      {organisers.map(({ organiser, records }) => (
        <section key={organiser.slug} aria-label={organiser.name}>
          <div className="flex items-baseline justify-between gap-3">
            <h2 className="text-lg">{organiser.name}</h2>
            <span className="font-display text-lg font-bold text-ink-soft">{records.length}</span>
          </div>
          <ul className="mt-3 flex flex-col gap-3">
            {records.map((record) => (
              <ShownRow key={record.stamp.id} record={record} onWithdraw={() => setAsked(record)} />
            ))}
          </ul>
        </section>
      ))}
      {asked !== null && <Withdraw record={asked} onClose={close} />}
    </div>
  );
}

/** How far the list can be relied on, and that it is empty when it is. */
function LastKnown({ fresh, reading }: { fresh: boolean; reading: boolean }) {
  const known = useAtomValue(shown);
  if (fresh && reading && known === null) return <p className="text-ink-soft">The server is being asked.</p>;
  if (!fresh) {
    return (
      <Notice kind="info" title="This is the last known state" icon={OfflineIcon}>
        {known?.readAt == null
          ? 'The server could not be asked yet what is shown. It stays as it is there.'
          : `The server said so on ${momentText(known.readAt)}. It may have changed since. Withdrawing needs a connection and a sign-in.`}
      </Notice>
    );
  }
  if (known === null || known.stamps.length > 0) return null;
  return <p className="text-ink-soft">Nothing is shown to anybody.</p>;
}
