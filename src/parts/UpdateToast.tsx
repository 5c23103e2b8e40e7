import { useAtomValue, useSetAtom } from 'jotai';
import { useActions } from '../actions/context.ts';
import { AgainIcon, CloseIcon } from '../icons/set.tsx';
import { scanning } from '../state/core.ts';
import { update } from '../state/page.ts';
import { Button } from './Button.tsx';
import { useTexts } from '../language/use-texts.ts';
import { updateTexts } from '../texts/en/app.ts';

/** Stays until answered: a newer version is available, and takes over when the person agrees. */
export function UpdateToast() {
  const t = useTexts(updateTexts);
  const { applyUpdate } = useActions();
  const state = useAtomValue(update);
  const setState = useSetAtom(update);
  const busy = useAtomValue(scanning);
  return (
    <output className="contents">
      {state !== 'none' && (
        <span className="pointer-events-auto flex max-w-full animate-rise items-center gap-2 rounded-md border border-line bg-surface py-1.5 pr-1.5 pl-4 text-sm font-medium text-ink shadow-lift">
          <span className="py-1.5 pr-2">{busy ? t[`${state}InScan`] : t[state]}</span>
          {state === 'available' && (
            <>
              <Button variant="secondary" size="small" icon={AgainIcon} onClick={applyUpdate}>
                {t.reload}
              </Button>
              <Button
                variant="transparent"
                size="small"
                icon={CloseIcon}
                aria-label={t.later}
                onClick={() => setState('none')}
              />
            </>
          )}
        </span>
      )}
    </output>
  );
}
