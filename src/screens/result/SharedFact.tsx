import { useAtomValue } from 'jotai';
import type { Fact, ShownStamp } from '../../../worker/contract.ts';
import { FACT_ICONS } from '../../icons/interests.tsx';
import { ringOf, signerOf, turnOf } from '../../parts/FactStamp.tsx';
import { Postmark } from '../../parts/Postmark.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { events } from '../../state/core.ts';
import { dayText, eventDate, postmarkDate } from '../../texts/dates.ts';

export interface SharedFactProps {
  fact: Fact;
  /** The server's record of it; null while it is not shown. */
  shown: ShownStamp | null;
  selected: boolean;
  onSelect: (on: boolean) => void;
  onOpen: () => void;
}

/** A fact that both sides hold: inked; once shown, pressed and slightly turned (LOOK "The idea"). */
export function SharedFact({ fact, shown, selected, onSelect, onOpen }: SharedFactProps) {
  const event = useAtomValue(events).find(({ key }) => key === fact.key);
  return (
    <li className="flex items-center gap-4 rounded-md border border-line max-[359px]:gap-1.5 bg-surface py-2.5 pr-2 pl-3">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-center gap-4 rounded-md text-left max-[359px]:gap-2.5"
      >
        <InkedStamp fact={fact} pressed={shown !== null} />
        <span className="min-w-0">
          <span className="block font-display text-base leading-5 font-bold">{fact.name}</span>
          <span className="mt-0.5 block text-sm text-ink-soft">
            {event === undefined
              ? ORIGIN.pencil
              : `${eventDate(event.starts, event.ends)}, ${event.place.name}`}
          </span>
          {event !== undefined && (
            <span className="block text-xs font-semibold text-ink-soft">{origin(fact)}</span>
          )}
        </span>
      </button>
      {shown === null ? (
        <Switch checked={selected} onChange={onSelect} label={`Show ${fact.name}`} />
      ) : (
        <span
          className="animate-press rounded-sm border-2 border-accent px-2 py-1 text-center text-xs leading-4 font-bold text-accent"
          style={{ rotate: `${turnOf(fact.name)}deg` }}
        >
          Shown
          {shown.day !== null && (
            <time dateTime={shown.day} className="block max-w-14 font-medium">
              {dayText(shown.day)}
            </time>
          )}
        </span>
      )}
    </li>
  );
}

const ORIGIN = { full: 'Signed', dashed: 'Your word', pencil: 'Marked by you' } as const;

function origin(fact: Fact): string {
  const domain = signerOf(fact);
  return domain === undefined || fact.list !== 'verifiedTravelEvents'
    ? ORIGIN[ringOf(fact)]
    : `Signed by ${domain}`;
}

function InkedStamp({ fact, pressed }: { fact: Fact; pressed: boolean }) {
  const event = useAtomValue(events).find(({ key }) => key === fact.key);
  const InterestIcon = FACT_ICONS[fact.key];
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
          {InterestIcon !== undefined && <InterestIcon size={26} className="absolute" />}
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
