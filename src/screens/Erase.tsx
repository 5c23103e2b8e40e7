import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { BottomSheet } from '../parts/BottomSheet.tsx';
import { Button } from '../parts/Button.tsx';
import { loggedInGmail } from '../state/core.ts';
import { task } from '../state/page.ts';

/** Without a sign-in there is no *Disconnect*; what a file left on the device must be removable all the same. */
export function Erase({ className = '' }: { className?: string }) {
  const [asking, setAsking] = useState(false);
  const address = useAtomValue(loggedInGmail);
  if (address !== null) return null;
  return (
    <>
      <Button variant="tertiary" size="small" className={className} onClick={() => setAsking(true)}>
        Erase everything from this device
      </Button>
      {asking && <AskToErase onClose={() => setAsking(false)} />}
    </>
  );
}

function AskToErase({ onClose }: { onClose: () => void }) {
  const { signOut } = useActions();
  const running = useAtomValue(task);
  return (
    <BottomSheet
      title="Erase everything?"
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button className="sm:flex-1" loading={running === 'sign-out'} onClick={() => void signOut()}>
            Erase everything
          </Button>
          <Button className="sm:flex-1" variant="secondary" onClick={onClose}>
            Not now
          </Button>
        </div>
      }
    >
      <p>
        This erases from this device: the stamps and the headers of mail behind them, your choices, results
        and the privacy ledger. It cannot be undone. Your mailbox, or the file, is not touched.
      </p>
      <p className="mt-3 text-ink-soft">
        Nobody is signed in here. An account that you have made before stays at the server, with what you have
        shown; to delete it, sign in and press Disconnect.
      </p>
    </BottomSheet>
  );
}
