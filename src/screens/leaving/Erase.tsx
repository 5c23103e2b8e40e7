import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../../actions/context.ts';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { loggedInGmail } from '../../state/core.ts';
import { task } from '../../state/page.ts';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { eraseTexts } from '../../texts/en/leaving.ts';

/** Without a sign-in there is no *Disconnect*, but the findings of a file must be removable too. */
export function Erase({ className = '' }: { className?: string }) {
  const t = useTexts(eraseTexts);
  const [asking, setAsking] = useState(false);
  const address = useAtomValue(loggedInGmail);
  if (address !== null) return null;
  return (
    <>
      <Button variant="tertiary" size="small" className={className} onClick={() => setAsking(true)}>
        {t.open}
      </Button>
      {asking && <AskToErase onClose={() => setAsking(false)} />}
    </>
  );
}

function AskToErase({ onClose }: { onClose: () => void }) {
  const t = useTexts(eraseTexts);
  const { notNow } = useTexts(buttonTexts);
  const { signOut } = useActions();
  const running = useAtomValue(task);
  return (
    <BottomSheet
      title={t.title}
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button className="sm:flex-1" loading={running === 'sign-out'} onClick={() => void signOut()}>
            {t.confirm}
          </Button>
          <Button className="sm:flex-1" variant="secondary" onClick={onClose}>
            {notNow}
          </Button>
        </div>
      }
    >
      <p>{t.means}</p>
      <p className="mt-3 text-ink-soft">{t.nobody}</p>
    </BottomSheet>
  );
}
