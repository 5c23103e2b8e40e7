import { useAtomValue } from 'jotai';
import { useActions } from '../actions-context.ts';
import { openScreens, screen, type Screen } from '../state/page.ts';

const STEPS: readonly { name: Screen; label: string }[] = [
  { name: 'scan', label: 'Scan' },
  { name: 'facts', label: 'Stamps' },
  { name: 'result', label: 'Result' },
];

/** The way from mail to result, as far as it has been gone. */
export function Steps() {
  const current = useAtomValue(screen);
  const open = useAtomValue(openScreens);
  const actions = useActions();
  return (
    <nav aria-label="Steps" className="mt-2 flex justify-center">
      <ol className="flex items-center">
        {STEPS.map(({ name, label }, index) => (
          <li key={name} className="flex items-center">
            {index > 0 && (
              <span aria-hidden="true" className="h-0 w-5 border-t-[3px] border-dotted border-line-strong" />
            )}
            <button
              type="button"
              disabled={!open.has(name)}
              aria-current={current === name ? 'step' : undefined}
              onClick={() => actions.open(name)}
              className={`min-h-11 rounded-md px-3 text-sm disabled:opacity-60 ${current === name ? 'font-bold text-ink' : 'font-medium text-ink-soft'}`}
            >
              <span className={current === name ? 'border-b-2 border-accent pb-0.5' : ''}>{label}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
