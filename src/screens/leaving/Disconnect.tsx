import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useActions } from '../../actions/context.ts';
import { LeaveIcon } from '../../icons/set.tsx';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { NeedsConnection } from '../../parts/NeedsConnection.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ServerParts } from '../../parts/ServerParts.tsx';
import { loggedInGmail, shown } from '../../state/core.ts';
import { connection, disconnecting, problem, task } from '../../state/page.ts';
import { useShown } from '../../hooks/use-shown.ts';
import { atTheServer } from '../../texts/server-record.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';
import { disconnectTexts } from '../../texts/en/leaving.ts';
import { serverTexts } from '../../texts/en/server-record.ts';

/** Says what *Disconnect* empties and what stays at the server. Deleting that too is a separate question. */
export function Disconnect() {
  const close = useSetAtom(disconnecting);
  const setProblem = useSetAtom(problem);
  const [deleting, setDeleting] = useState(false);
  useShown();

  function ask(toDelete: boolean): void {
    // An error of one does not concern the other.
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
  const t = useTexts(disconnectTexts);
  const { thatYouSignedInWith } = useTexts(serverTexts);
  const { disconnect: disconnectLabel } = useTexts(fixedTexts);
  const { notNow } = useTexts(buttonTexts);
  const { signOut } = useActions();
  const address = useAtomValue(loggedInGmail) ?? thatYouSignedInWith;
  const known = useAtomValue(shown);
  const running = useAtomValue(task) === 'sign-out';
  const failed = useAtomValue(problem);
  const offline = useAtomValue(connection) === 'offline';
  return (
    <BottomSheet
      title={t.title}
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2">
          <Button icon={LeaveIcon} iconPosition="right" loading={running} onClick={() => void signOut()}>
            {disconnectLabel}
          </Button>
          <Button variant="secondary" disabled={offline || running} onClick={onDelete}>
            {t.deleteToo}
          </Button>
          <NeedsConnection what={t.deleting} />
          <Button variant="transparent" size="small" onClick={onClose}>
            {notNow}
          </Button>
        </div>
      }
    >
      <p>{t.means}</p>
      {offline && <p className="mt-3 text-warn">{t.offline}</p>}
      <p className="mt-3">{t.stays}</p>
      <ServerParts lines={atTheServer(address, known?.readAt == null ? null : known.stamps)} />
      {failed?.task === 'sign-out' && (
        <div className="mt-4">
          <Problem error={failed.error} />
        </div>
      )}
    </BottomSheet>
  );
}
