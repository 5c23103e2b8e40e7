import { useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { InterestIcon } from '../../icons/interests.tsx';
import { choices, interests } from '../../state/core.ts';
import { listMeaning, listTitle } from '../../texts/lists.ts';

/** The interests as small stamps; a chosen one carries the pencil's loop. */
export function Interests() {
  const { choose } = useActions();
  const chosen = useAtomValue(choices).interests;
  const offered = useAtomValue(interests);
  const keys = offered.map(({ key }) => key);
  const title = listTitle('travelInterests');

  function toggle(key: string): void {
    void choose((current) => ({
      ...current,
      interests: keys.filter((other) => current.interests.includes(other) !== (other === key)),
    }));
  }

  if (offered.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <span className="font-display text-lg font-bold text-ink-soft">{chosen.length}</span>
      </div>
      <p className="mt-0.5 text-sm text-ink-soft">{listMeaning('travelInterests')}</p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(max(5rem,28%),1fr))] gap-3 md:grid-cols-[repeat(auto-fill,minmax(max(5rem,14%),1fr))]">
        {offered.map(({ key, name }) => {
          const on = chosen.includes(key);
          return (
            <li key={key}>
              <button
                type="button"
                aria-pressed={on}
                aria-label={name}
                onClick={() => toggle(key)}
                className={`lifted w-full rounded-sm transition-transform duration-150 ease-out active:scale-97 ${on ? '' : 'hover:-translate-y-0.5'}`}
              >
                <span className="perforated flex bg-stamp p-[9px]">
                  <span
                    className={`relative flex w-full flex-col items-center gap-1.5 border px-1 pt-4 pb-2.5 ${on ? 'border-pencil text-pencil' : 'border-line text-ink-soft'}`}
                  >
                    {on && <PencilLoop />}
                    <InterestIcon interest={key} size={30} />
                    <span className={`text-sm ${on ? 'font-bold' : 'font-medium'}`}>{name}</span>
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
