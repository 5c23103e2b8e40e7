import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { InstallIcon, ShareIcon } from '../icons/set.tsx';
import { installOffer } from '../state/page.ts';
import { BottomSheet } from './BottomSheet.tsx';
import { Button } from './Button.tsx';

/** Where the browser offers to install the app, or the person can do it from a menu; nothing where it is installed. */
export function InstallButton({ className = '' }: { className?: string }) {
  const { install } = useActions();
  const offer = useAtomValue(installOffer);
  const [explaining, setExplaining] = useState(false);
  if (offer === null) return null;
  return (
    <>
      <Button
        variant="tertiary"
        size="small"
        icon={InstallIcon}
        className={className}
        onClick={() => (offer === 'ios' ? setExplaining(true) : void install())}
      >
        Install Waystamp
      </Button>
      {explaining && <InstallOnIos onClose={() => setExplaining(false)} />}
    </>
  );
}

function InstallOnIos({ onClose }: { onClose: () => void }) {
  return (
    <BottomSheet title="Install on iPhone or iPad" onClose={onClose}>
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        <li>
          Open the share menu of your browser <ShareIcon size={20} className="inline align-text-bottom" />.
        </li>
        <li>Choose “Add to Home Screen”.</li>
        <li>Choose “Add”.</li>
      </ol>
      <p className="mt-4 text-sm text-ink-soft">It then opens like any app, also without a connection.</p>
    </BottomSheet>
  );
}
