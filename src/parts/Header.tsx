import { useAtomValue, useSetAtom } from 'jotai';
import { useActions } from '../actions-context.ts';
import { LeaveIcon, LedgerIcon } from '../icons/set.tsx';
import { loggedInGmail } from '../state/core.ts';
import { disconnecting, screen, task } from '../state/page.ts';
import { Button } from './Button.tsx';
import { LogoMark } from './Logo.tsx';

/** Fixed at the top: the ledger is always at hand, the logo reloads, *Disconnect* asks what to take along, signs out and empties this device (DESIGN 9). */
export function Header() {
  const { reload, open } = useActions();
  const disconnect = useSetAtom(disconnecting);
  const current = useAtomValue(screen);
  const address = useAtomValue(loggedInGmail);
  const running = useAtomValue(task);
  return (
    <header className="fixed inset-x-0 top-0 z-20 border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <div className="mx-auto grid h-14 max-w-(--breakpoint-md) grid-cols-[1fr_auto_1fr] items-center px-3">
        <span className="justify-self-start">
          <Button
            variant="transparent"
            size="small"
            icon={LedgerIcon}
            aria-label="Privacy ledger"
            aria-current={current === 'ledger' ? 'page' : undefined}
            onClick={() => open('ledger')}
            className="-ml-1.5 px-1.5"
          >
            <span className="max-[379px]:hidden">Ledger</span>
          </Button>
        </span>
        <button
          type="button"
          onClick={reload}
          aria-label="Waystamp, reload"
          className="flex min-h-11 items-center gap-2 rounded-md px-2"
        >
          <LogoMark />
          <span className="whitespace-nowrap font-display text-lg font-bold tracking-tight max-[379px]:hidden">
            Waystamp
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
              title={`Signed in as ${address}`}
              className="-mr-1.5 px-1.5"
            >
              Disconnect
            </Button>
          )}
        </span>
      </div>
    </header>
  );
}
