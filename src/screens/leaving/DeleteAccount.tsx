import { useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { BackIcon } from '../../icons/set.tsx';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { NeedsConnection } from '../../parts/NeedsConnection.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ServerParts } from '../../parts/ServerParts.tsx';
import { loggedInGmail, shown } from '../../state/core.ts';
import { connection, problem, task } from '../../state/page.ts';
import { atTheServer, deletionWarning } from '../../texts/server-record.ts';
import { useTexts } from '../../language/use-texts.ts';
import { deleteTexts, disconnectTexts } from '../../texts/en/leaving.ts';
import { Rich } from '../../parts/Rich.tsx';

export interface DeleteAccountProps {
  /** Called if the person changes their mind. */
  onBack: () => void;
  onClose: () => void;
}

/** The second question before the account is deleted: what is deleted with it, and that this is final. */
export function DeleteAccount({ onBack, onClose }: DeleteAccountProps) {
  const t = useTexts(deleteTexts);
  const { deleting } = useTexts(disconnectTexts);
  const { deleteAccount, signOut } = useActions();
  const address = useAtomValue(loggedInGmail);
  const known = useAtomValue(shown);
  const stamps = known?.readAt == null ? null : known.stamps;
  const running = useAtomValue(task) === 'sign-out';
  const offline = useAtomValue(connection) === 'offline';
  // The server has deleted it, but the device could not be emptied.
  const half = address === null;
  return (
    <BottomSheet
      title={t.title}
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2">
          {half ? (
            <Button loading={running} onClick={() => void signOut()}>
              {t.emptyDevice}
            </Button>
          ) : (
            <>
              {/* First, so that a double tap on the button before cannot delete anything. */}
              <Button variant="secondary" icon={BackIcon} disabled={running} onClick={onBack}>
                {t.keep}
              </Button>
              <Button loading={running} disabled={offline} onClick={() => void deleteAccount()}>
                {t.delete}
              </Button>
              <NeedsConnection what={deleting} />
            </>
          )}
        </div>
      }
    >
      {!half && (
        <>
          <p>{t.deletes}</p>
          <ServerParts lines={atTheServer(address, stamps)} />
          <p className="mt-3">
            <Rich
              text={t.alsoHere}
              parts={{ warning: <strong className="font-semibold">{deletionWarning(stamps)}</strong> }}
            />
          </p>
        </>
      )}
      <Failure half={half} onClose={onClose} />
    </BottomSheet>
  );
}

/** The error, with its meaning here. */
function Failure({ half, onClose }: { half: boolean; onClose: () => void }) {
  const t = useTexts(deleteTexts);
  const { deleteAccount, signIn } = useActions();
  const failed = useAtomValue(problem);
  if (failed?.task !== 'sign-out') return null;
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Notice kind="problem" title={half ? t.notEmpty : t.notDeleted}>
        {half ? t.notEmptyMore : t.notDeletedMore}
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
