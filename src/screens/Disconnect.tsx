import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { LeaveIcon } from '../icons/set.tsx';
import { BottomSheet } from '../parts/BottomSheet.tsx';
import { Button } from '../parts/Button.tsx';
import { NeedsConnection } from '../parts/NeedsConnection.tsx';
import { Problem } from '../parts/Problem.tsx';
import { ServerParts } from '../parts/ServerParts.tsx';
import { loggedInGmail, shown } from '../state/core.ts';
import { connection, disconnecting, problem, task } from '../state/page.ts';
import { useShown } from '../state/use-shown.ts';
import { atTheServer } from '../texts/server-record.ts';
import { DeleteAccount } from './DeleteAccount.tsx';

/** Says what *Disconnect* empties and what stays at the server; deleting that too is a question of its own. */
export function Disconnect() {
  const close = useSetAtom(disconnecting);
  const setProblem = useSetAtom(problem);
  const [deleting, setDeleting] = useState(false);
  useShown();

  function ask(toDelete: boolean): void {
    // What went wrong with the one is no matter of the other.
    setProblem(null);
    setDeleting(toDelete);
  }
  return deleting ? (
    <DeleteAccount key="delete" onBack={() => ask(false)} onClose={() => close(false)} />
  ) : (
    <SignOut key="sign-out" onDelete={() => ask(true)} onClose={() => close(false)} />
  );
}

function SignOut({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  const { signOut } = useActions();
  const address = useAtomValue(loggedInGmail) ?? 'that you signed in with';
  const known = useAtomValue(shown);
  const running = useAtomValue(task) === 'sign-out';
  const failed = useAtomValue(problem);
  const offline = useAtomValue(connection) === 'offline';
  return (
    <BottomSheet
      title="Disconnect this device?"
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2">
          <Button icon={LeaveIcon} iconPosition="right" loading={running} onClick={() => void signOut()}>
            Disconnect
          </Button>
          <Button variant="secondary" disabled={offline || running} onClick={onDelete}>
            Delete my account, too
          </Button>
          <NeedsConnection what="Deleting the account" />
          <Button variant="transparent" size="small" onClick={onClose}>
            Not now
          </Button>
        </div>
      }
    >
      <p>
        This signs you out and empties this device: stamps, choices, results, private keys and the privacy
        ledger.
      </p>
      {offline && (
        <p className="mt-3 text-warn">
          You are offline, so the server and the mailbox are not told: the sign-in ends by itself within 12
          hours, the permission to read your mail within one.
        </p>
      )}
      <p className="mt-3">What stays at the server until you delete it:</p>
      <ServerParts lines={atTheServer(address, known?.readAt == null ? null : known.stamps)} />
      {failed?.task === 'sign-out' && (
        <div className="mt-4">
          <Problem error={failed.error} />
        </div>
      )}
    </BottomSheet>
  );
}
