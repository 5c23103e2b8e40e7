import { useAtomValue } from 'jotai';
import type { Fact, ShownStamp } from '../../../worker/contract.ts';
import { InterestIcon } from '../../icons/interests.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { ringOf, signerOf, turnOf } from '../../parts/FactStamp.tsx';
import { Postmark } from '../../parts/Postmark.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { events } from '../../state/core.ts';
import { dayText, eventDate, postmarkDate } from '../../texts/dates.ts';
import { textsOf } from '../../language/language.ts';
import { useTexts } from '../../language/use-texts.ts';
import { resultTexts } from '../../texts/en/result.ts';

export interface SharedFactProps {
  fact: Fact;
  /** The server's record of it; null while it is not disclosed. */
  shown: ShownStamp | null;
  selected: boolean;
  onSelect: (on: boolean) => void;
  onOpen: () => void;
}

/** A fact that both sides hold: inked, and once disclosed pressed and slightly turned. */
export function SharedFact({ fact, shown, selected, onSelect, onOpen }: SharedFactProps) {
  const t = useTexts(resultTexts);
  const event = useAtomValue(events).find(({ key }) => key === fact.key);
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 rounded-md border border-line max-[359px]:gap-x-1.5 bg-surface py-2.5 pr-2 pl-3">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-w-[min(100%,11rem)] flex-1 items-center gap-4 rounded-md text-left max-[359px]:gap-2.5"
      >
        <InkedStamp fact={fact} pressed={shown !== null} />
        <span className="min-w-0">
          <span className="block font-display text-base leading-tight font-bold">{fact.name}</span>
          <span className="mt-0.5 block text-sm text-ink-soft">
            {event === undefined ? t.marked : `${eventDate(event.starts, event.ends)}, ${event.place.name}`}
          </span>
          {event !== undefined && (
            <span className="block text-xs font-semibold text-ink-soft">
              <Breakable>{origin(fact)}</Breakable>
            </span>
          )}
        </span>
      </button>
      {shown === null ? (
        <Switch checked={selected} onChange={onSelect} label={t.show({ name: fact.name })} />
      ) : (
        <span
          className="animate-press rounded-sm border-2 border-accent px-2 py-1 text-center text-xs leading-[1.34] font-bold text-accent"
          style={{ rotate: `${turnOf(fact.name)}deg` }}
        >
          {t.shown}
          {shown.day !== null && (
            <time dateTime={shown.day} className="block max-w-[4.5rem] font-medium">
              {dayText(shown.day)}
            </time>
          )}
        </span>
      )}
    </li>
  );
}

function origin(fact: Fact): string {
  const { signed, signedBy, yourWord, marked } = textsOf(resultTexts);
  const domain = signerOf(fact);
  if (domain !== undefined && fact.list === 'verifiedTravelEvents') return signedBy({ domain });
  return { full: signed, dashed: yourWord, pencil: marked }[ringOf(fact)];
}

function InkedStamp({ fact, pressed }: { fact: Fact; pressed: boolean }) {
  const event = useAtomValue(events).find(({ key }) => key === fact.key);
  return (
    <span
      className={`lifted shrink-0 ${pressed ? 'animate-press' : ''}`}
      style={pressed ? { rotate: `${turnOf(fact.id)}deg` } : undefined}
    >
      <span className="perforated block size-20 bg-stamp p-[7px] max-[359px]:size-16">
        <span
          className={`relative grid size-full place-items-center bg-accent text-on-accent ${pressed ? 'pressed-ink' : ''}`}
        >
          <Postmark
            ring={ringOf(fact)}
            domain={signerOf(fact)}
            lines={event === undefined ? undefined : postmarkDate(event.starts, event.ends)}
            className="size-[88%]"
          />
          {fact.list === 'travelInterests' && (
            <InterestIcon interest={fact.key} size={26} className="absolute" />
          )}
          {pressed && <Cancellation />}
        </span>
      </span>
    </span>
  );
}

/** The waves that a post office prints over a used stamp. */
function Cancellation() {
  return (
    <svg viewBox="0 0 66 66" aria-hidden="true" className="absolute inset-0 text-ink">
      {[20, 33, 46].map((y) => (
        <path
          key={y}
          d={`M0 ${y}q5.5-6 11 0t11 0 11 0 11 0 11 0 11 0`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          opacity="0.8"
        />
      ))}
    </svg>
  );
}
