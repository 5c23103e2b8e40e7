import { useAtomValue } from 'jotai';
import type { AddressedScreen } from '../../catalog/addresses.ts';
import { useActions } from '../actions/context.ts';
import { openScreens, screen } from '../state/page.ts';
import { useTexts } from '../language/use-texts.ts';
import { appTexts } from '../texts/en/app.ts';

const STEPS = ['scan', 'stamps', 'result'] as const satisfies readonly AddressedScreen[];

/** The way from mail to result, as far as it has been gone. */
export function Steps() {
  const t = useTexts(appTexts);
  const current = useAtomValue(screen);
  const open = useAtomValue(openScreens);
  const actions = useActions();
  return (
    <nav aria-label={t.steps} className="@container mt-2">
      <ol className="flex flex-wrap items-center justify-center">
        {STEPS.map((name, index) => (
          <li key={name} className="flex items-center">
            {index > 0 && (
              <span
                aria-hidden="true"
                className="h-0 w-5 border-t-[3px] border-dotted border-line-strong @max-[17rem]:hidden"
              />
            )}
            <button
              type="button"
              disabled={!open.has(name)}
              aria-current={current === name ? 'step' : undefined}
              onClick={() => actions.open(name)}
              className={`min-h-11 rounded-md px-3 text-sm @max-[17rem]:px-1.5 disabled:opacity-60 ${current === name ? 'font-bold text-ink' : 'font-medium text-ink-soft'}`}
            >
              <span className={current === name ? 'border-b-2 border-accent pb-0.5' : ''}>{t[name]}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
