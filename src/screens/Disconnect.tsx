import { useAtomValue, useSetAtom } from 'jotai';
import { useActions } from '../actions-context.ts';
import { LeaveIcon } from '../icons/set.tsx';
import { BottomSheet } from '../parts/BottomSheet.tsx';
import { Button } from '../parts/Button.tsx';
import { NeedsConnection } from '../parts/NeedsConnection.tsx';
import { Problem } from '../parts/Problem.tsx';
import { loggedInGmail, shown } from '../state/core.ts';
import { connection, disconnecting, problem, task } from '../state/page.ts';
import { useShown } from '../state/use-shown.ts';
import { staysAtServer } from '../texts/disclosure.ts';

/** Says what *Disconnect* empties and what stays at the server, and offers to delete that too. */
export function Disconnect() {
  const { signOut, deleteAccount, signIn } = useActions();
  const close = useSetAtom(disconnecting);
  const address = useAtomValue(loggedInGmail) ?? 'that you signed in with';
  const known = useAtomValue(shown);
  const running = useAtomValue(task) === 'sign-out';
  const failed = useAtomValue(problem);
  const offline = useAtomValue(connection) === 'offline';
  useShown();

  function signInAgain(): void {
    close(false);
    void signIn('account', 'scan');
  }

  return (
    <BottomSheet
      title="Disconnect this device?"
      onClose={() => close(false)}
      footer={
        <div className="flex flex-col gap-2">
          <Button icon={LeaveIcon} iconPosition="right" loading={running} onClick={() => void signOut()}>
            Disconnect
          </Button>
          <Button variant="secondary" disabled={offline || running} onClick={() => void deleteAccount()}>
            Delete my account, too
          </Button>
          <NeedsConnection what="Deleting the account" />
          <Button variant="transparent" size="small" onClick={() => close(false)}>
            Not now
          </Button>
        </div>
      }
    >
      <p>
        This signs you out and empties this device: stamps, choices, results, private keys and the privacy
        ledger.
      </p>
      <p className="mt-3">What stays at the server until you delete it:</p>
      <ul className="mt-1 list-disc pl-5 text-ink-soft">
        {staysAtServer(address, known?.readAt == null ? null : known.stamps.length).map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
      {failed?.task === 'sign-out' && (
        <div className="mt-4">
          <Problem error={failed.error} signIn={signInAgain} />
        </div>
      )}
    </BottomSheet>
  );
}
