import { useAtomValue, useSetAtom } from 'jotai';
import { useActions } from '../actions-context.ts';
import { AgainIcon, CloseIcon } from '../icons/set.tsx';
import { scanning } from '../state/core.ts';
import { update } from '../state/page.ts';
import { Button } from './Button.tsx';

/** Stays until it is answered: a newer version is there, and takes over when the person says so. */
export function UpdateToast() {
  const { applyUpdate } = useActions();
  const state = useAtomValue(update);
  const setState = useSetAtom(update);
  const busy = useAtomValue(scanning);
  return (
    <output className="contents">
      {state !== 'none' && (
        <span className="pointer-events-auto flex max-w-full animate-rise items-center gap-2 rounded-md border border-line bg-surface py-1.5 pr-1.5 pl-4 text-sm font-medium text-ink shadow-lift">
          <span className="py-1.5 pr-2">{words(state, busy)}</span>
          {state === 'available' && (
            <>
              <Button variant="secondary" size="small" icon={AgainIcon} onClick={applyUpdate}>
                Reload
              </Button>
              <Button
                variant="transparent"
                size="small"
                icon={CloseIcon}
                aria-label="Later"
                onClick={() => setState('none')}
              />
            </>
          )}
        </span>
      )}
    </output>
  );
}

function words(state: 'available' | 'asked', busy: boolean): string {
  if (state === 'asked') {
    return busy ? 'Waystamp is updated as soon as the scan has ended.' : 'Waystamp is being updated.';
  }
  return busy ? 'An update is available. It waits for the scan.' : 'An update is available.';
}
