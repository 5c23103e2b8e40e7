import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../actions/context.ts';
import { InstallIcon, ShareIcon } from '../icons/set.tsx';
import { installOffer } from '../state/page.ts';
import { BottomSheet } from './BottomSheet.tsx';
import { Button } from './Button.tsx';
import { useTexts } from '../language/use-texts.ts';
import { installTexts } from '../texts/en/app.ts';
import { Rich } from '../parts/Rich.tsx';

/**
 * Offers installing where the browser supports it, or says how to do it from a menu. Nothing where the app is
 * installed.
 */
export function InstallButton({ className = '' }: { className?: string }) {
  const { install } = useActions();
  const offer = useAtomValue(installOffer);
  const t = useTexts(installTexts);
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
        {t.install}
      </Button>
      {explaining && <InstallOnIos onClose={() => setExplaining(false)} />}
    </>
  );
}

function InstallOnIos({ onClose }: { onClose: () => void }) {
  const t = useTexts(installTexts);
  return (
    <BottomSheet title={t.onIos} onClose={onClose}>
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        <li>
          <Rich
            text={t.openMenu}
            parts={{ icon: <ShareIcon size={20} className="inline align-text-bottom" /> }}
          />
        </li>
        <li>{t.addToHome}</li>
        <li>{t.add}</li>
      </ol>
      <p className="mt-4 text-sm text-ink-soft">{t.afterwards}</p>
    </BottomSheet>
  );
}
