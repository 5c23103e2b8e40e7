import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useActions } from '../../actions/context.ts';
import { BackIcon, OfflineIcon } from '../../icons/set.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { Button } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { loggedInGmail, shown } from '../../state/core.ts';
import { connection } from '../../state/page.ts';
import { shownByOrganiser, type NamedRecord } from '../../state/shown.ts';
import { useShown } from '../../hooks/use-shown.ts';
import { momentText } from '../../texts/dates.ts';
import { ShownRow } from './ShownRow.tsx';
import { Withdraw } from './Withdraw.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { shownTexts } from '../../texts/en/shown.ts';
import { Rich } from '../../parts/Rich.tsx';

/** What each organiser holds, from the server's record, and the buttons to withdraw it. */
export function Shown() {
  const t = useTexts(shownTexts);
  const buttons = useTexts(buttonTexts);
  const { closeScreen, signIn } = useActions();
  const organisers = useAtomValue(shownByOrganiser);
  const address = useAtomValue(loggedInGmail);
  const offline = useAtomValue(connection) === 'offline';
  const { reading, error, again } = useShown();
  const [asked, setAsked] = useState<NamedRecord | null>(null);
  function close(): void {
    flushSync(() => setAsked(null));
    // The button that the sheet would return the focus to is gone with its stamp.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  }

  return (
    <div className="flex flex-col gap-8 pt-2 pb-16">
      <div>
        <Button variant="transparent" size="small" icon={BackIcon} className="-ml-3" onClick={closeScreen}>
          {buttons.back}
        </Button>
        <ScreenTitle>{buttons.shown}</ScreenTitle>
        <p className="mt-1 text-ink-soft">
          {address === null ? (
            t.byRecord
          ) : (
            <Rich text={t.byRecordOf} parts={{ address: <Breakable>{address}</Breakable> }} />
          )}
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

/** How current the list is, and a note if it is empty. */
function LastKnown({ fresh, reading }: { fresh: boolean; reading: boolean }) {
  const t = useTexts(shownTexts);
  const known = useAtomValue(shown);
  if (fresh && reading && known === null) return <p className="text-ink-soft">{t.asking}</p>;
  if (!fresh) {
    return (
      <Notice kind="info" title={t.lastKnown} icon={OfflineIcon}>
        {known?.readAt == null ? t.neverAsked : t.saidOn({ moment: momentText(known.readAt) })}
      </Notice>
    );
  }
  if (known === null || known.stamps.length > 0) return null;
  return <p className="text-ink-soft">{t.nothing}</p>;
}
