import { useAtomValue, useSetAtom } from 'jotai';
import { useActions } from '../actions/context.ts';
import { LeaveIcon, LedgerIcon } from '../icons/set.tsx';
import { loggedInGmail } from '../state/core.ts';
import { disconnecting, screen, task } from '../state/page.ts';
import { Button } from './Button.tsx';
import { LogoMark } from './Logo.tsx';
import { useTexts } from '../language/use-texts.ts';
import { appTexts } from '../texts/en/app.ts';
import { fixedTexts } from '../texts/en/fixed.ts';

/**
 * Fixed at the top: the ledger is always at hand, the logo reloads, and *Disconnect* signs out and empties this device
 * after asking what else to remove.
 */
export function Header() {
  const { reload, open } = useActions();
  const t = useTexts(appTexts);
  const disconnect = useSetAtom(disconnecting);
  const current = useAtomValue(screen);
  const address = useAtomValue(loggedInGmail);
  const running = useAtomValue(task);
  const { disconnect: disconnectLabel } = useTexts(fixedTexts);
  return (
    <header className="fixed inset-x-0 top-0 z-20 border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <div className="@container mx-auto max-w-(--breakpoint-md)">
        <div className="grid h-14 grid-cols-[1fr_auto_1fr] items-center px-3">
          <span className="justify-self-start">
            <Button
              variant="transparent"
              size="small"
              icon={LedgerIcon}
              aria-label={t.privacyLedger}
              aria-current={current === 'ledger' ? 'page' : undefined}
              onClick={() => open('ledger')}
              className="-ml-1.5 px-1.5"
            >
              <span className="@max-[23.7rem]:hidden">{t.ledger}</span>
            </Button>
          </span>
          <button
            type="button"
            onClick={reload}
            aria-label={t.reload}
            className="flex min-h-11 items-center gap-2 rounded-md px-2"
          >
            <LogoMark />
            <span className="whitespace-nowrap font-display text-lg font-bold tracking-tight @max-[23.7rem]:hidden">
              {t.name}
            </span>
          </button>
          <span className="justify-self-end">
            {address !== null && (
              <Button
                variant="transparent"
                size="small"
                icon={LeaveIcon}
                iconPosition="right"
                loading={running === 'sign-out'}
                onClick={() => disconnect(true)}
                title={t.signedInAs({ address })}
                className="-mr-1.5 px-1.5"
              >
                {disconnectLabel}
              </Button>
            )}
          </span>
        </div>
      </div>
    </header>
  );
}
