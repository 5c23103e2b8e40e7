import { useAtomValue } from 'jotai';
import { INTEREST_KEYS, INTEREST_NAMES, type InterestKey } from '../../../catalog/facts.ts';
import { useActions } from '../../actions-context.ts';
import { INTEREST_ICONS } from '../../icons/interests.tsx';
import { choices } from '../../state/core.ts';
import { LIST_TITLES } from '../../texts/lists.ts';

/** The six interests as small stamps; a chosen one carries the pencil's loop. */
export function Interests() {
  const { choose } = useActions();
  const chosen = useAtomValue(choices).interests;
  const { title, meaning } = LIST_TITLES.travelInterests;

  function toggle(key: InterestKey): void {
    void choose((current) => ({
      ...current,
      interests: INTEREST_KEYS.filter((other) => current.interests.includes(other) !== (other === key)),
    }));
  }

  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <span className="font-display text-lg font-bold text-ink-soft">{chosen.length}</span>
      </div>
      <p className="mt-0.5 text-sm text-ink-soft">{meaning}</p>
      <ul className="mt-3 grid grid-cols-3 gap-3 md:grid-cols-6">
        {INTEREST_KEYS.map((key) => {
          const on = chosen.includes(key);
          const Drawn = INTEREST_ICONS[key];
          return (
            <li key={key}>
              <button
                type="button"
                aria-pressed={on}
                aria-label={INTEREST_NAMES[key]}
                onClick={() => toggle(key)}
                className={`lifted w-full rounded-sm transition-transform duration-150 ease-out active:scale-97 ${on ? '' : 'hover:-translate-y-0.5'}`}
              >
                <span className="perforated flex bg-stamp p-[9px]">
                  <span
                    className={`relative flex w-full flex-col items-center gap-1.5 border px-1 pt-4 pb-2.5 ${on ? 'border-pencil text-pencil' : 'border-line text-ink-soft'}`}
                  >
                    {on && <PencilLoop />}
                    <Drawn size={30} />
                    <span className={`text-sm ${on ? 'font-bold' : 'font-medium'}`}>
                      {INTEREST_NAMES[key]}
                    </span>
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function PencilLoop() {
  return (
    <svg
      viewBox="0 0 100 70"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-x-[18%] top-1.5 h-12 w-[64%] animate-press"
    >
      <path
        d="M30 8C55 0 88 6 93 28c5 20-14 37-47 37C22 65 5 52 7 34 9 16 32 4 58 6c14 1 24 5 31 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
