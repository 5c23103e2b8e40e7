import { useAtomValue } from 'jotai';
import { useActions } from '../actions-context.ts';
import { EyeIcon } from '../icons/set.tsx';
import { session, shown } from '../state/core.ts';
import { Button } from './Button.tsx';

/** The way to what the organisers hold, for whoever is signed in. */
export function ShownButton({ className = '' }: { className?: string }) {
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
      What you have shown{stamps > 0 && ` (${stamps})`}
    </Button>
  );
}
