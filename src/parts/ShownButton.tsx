import { useAtomValue } from 'jotai';
import { useActions } from '../actions/context.ts';
import { EyeIcon } from '../icons/set.tsx';
import { session, shown } from '../state/core.ts';
import { Button } from './Button.tsx';
import { useTexts } from '../language/use-texts.ts';
import { buttonTexts } from '../texts/en/buttons.ts';

/** The button to the disclosures, for somebody who is signed in. */
export function ShownButton({ className = '' }: { className?: string }) {
  const t = useTexts(buttonTexts);
  const { open } = useActions();
  const signedIn = useAtomValue(session) !== null;
  const stamps = useAtomValue(shown)?.stamps.length ?? 0;
  if (!signedIn) return null;
  return (
    <Button
      variant="tertiary"
      size="small"
      icon={EyeIcon}
      className={className}
      onClick={() => open('shown')}
    >
      {stamps > 0 ? t.shownOf({ stamps }) : t.shown}
    </Button>
  );
}
