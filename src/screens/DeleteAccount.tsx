import { useAtomValue } from 'jotai';
import { useActions } from '../actions-context.ts';
import { BackIcon } from '../icons/set.tsx';
import { BottomSheet } from '../parts/BottomSheet.tsx';
import { Button } from '../parts/Button.tsx';
import { NeedsConnection } from '../parts/NeedsConnection.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Problem } from '../parts/Problem.tsx';
import { ServerParts } from '../parts/ServerParts.tsx';
import { loggedInGmail, shown } from '../state/core.ts';
import { connection, problem, task } from '../state/page.ts';
import { atTheServer, deletionWarning } from '../texts/server-record.ts';

export interface DeleteAccountProps {
  /** The person does not want to delete it. */
  onBack: () => void;
  onClose: () => void;
}

/** The second question before the account is deleted: what goes with it, and that nothing brings it back. */
export function DeleteAccount({ onBack, onClose }: DeleteAccountProps) {
  const { deleteAccount, signOut } = useActions();
  const address = useAtomValue(loggedInGmail);
  const known = useAtomValue(shown);
  const stamps = known?.readAt == null ? null : known.stamps;
  const running = useAtomValue(task) === 'sign-out';
  const offline = useAtomValue(connection) === 'offline';
  // The server has deleted it, and the device could not be emptied.
  const half = address === null;
  return (
    <BottomSheet
      title="Delete your account?"
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2">
          {half ? (
            <Button loading={running} onClick={() => void signOut()}>
              Empty this device
            </Button>
          ) : (
            <>
              {/* First: a second tap on what opened this must not delete anything. */}
              <Button variant="secondary" icon={BackIcon} disabled={running} onClick={onBack}>
                Keep my account
              </Button>
              <Button loading={running} disabled={offline} onClick={() => void deleteAccount()}>
                Delete my account
              </Button>
              <NeedsConnection what="Deleting the account" />
            </>
          )}
        </div>
      }
    >
      {!half && (
        <>
          <p>This deletes at the server:</p>
          <ServerParts lines={atTheServer(address, stamps)} />
          <p className="mt-3">
            It also signs you out and empties this device, as Disconnect does.{' '}
            <strong className="font-semibold">{deletionWarning(stamps)}</strong>
          </p>
        </>
      )}
      <Failure half={half} onClose={onClose} />
    </BottomSheet>
  );
}

/** What went wrong, with what it means here. */
function Failure({ half, onClose }: { half: boolean; onClose: () => void }) {
  const { deleteAccount, signIn } = useActions();
  const failed = useAtomValue(problem);
  if (failed?.task !== 'sign-out') return null;
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Notice kind="problem" title={half ? 'This device is not empty yet' : 'Your account was not deleted'}>
        {half
          ? 'Your account was deleted at the server. What was found is still on this device.'
          : 'Nothing on this device is lost, and you are still signed in or can sign in again.'}
      </Notice>
      <Problem
        error={failed.error}
        {...(half ? {} : { retry: () => void deleteAccount() })}
        signIn={() => {
          onClose();
          void signIn('account', 'scan');
        }}
      />
    </div>
  );
}
