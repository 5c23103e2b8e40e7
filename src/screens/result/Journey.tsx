import { useAtomValue } from 'jotai';
import { pinsOf } from '../../map/pins.ts';
import { SlotPicture } from '../../parts/SlotSheet.tsx';
import { journey, type Stop } from '../../state/journey.ts';
import { eventDate } from '../../texts/dates.ts';
import { byYear, withoutPlace } from '../../texts/journey.ts';
import { stateWords } from '../../texts/slots.ts';
import { PIN, PIN_OWN, PIN_SHARED, WorldMap } from './WorldMap.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { journeyTexts } from '../../texts/en/result.ts';

/** When and where the events took place: a map of their places, and all of them by date. */
export function Journey({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTexts(journeyTexts);
  const stops = useAtomValue(journey);
  if (stops.length === 0) return null;
  const pins = pinsOf(stops);
  const left = withoutPlace(stops);
  return (
    <section aria-label={t.title}>
      <h2 className="text-lg">{t.title}</h2>
      <p className="mt-0.5 mb-3 text-sm text-ink-soft">{t.drawnHere}</p>
      {pins.length > 0 && <WorldMap pins={pins} />}
      {pins.length > 0 && left !== null && <p className="mt-2 text-sm text-ink-soft">{left}</p>}
      {byYear(stops).map(({ year, stops: members }) => (
        <div key={year} className="mt-4">
          <h3 className="font-display text-base font-bold text-ink-soft">{year}</h3>
          <ol aria-label={t.ofYear({ year })} start={members[0]?.number} className="mt-1">
            {members.map((stop) => (
              <TimelineStop key={stop.fact.id} stop={stop} onOpen={() => onOpen(stop.fact.id)} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function TimelineStop({ stop, onOpen }: { stop: Stop; onOpen: () => void }) {
  const { number, event, state } = stop;
  const shared = state === 'shared' || state === 'shown';
  return (
    <li className="timeline-stop relative">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 w-full items-center gap-3 rounded-md py-1.5 text-left hover:bg-surface"
      >
        <span aria-hidden="true" className={`relative shrink-0 ${PIN} ${shared ? PIN_SHARED : PIN_OWN}`}>
          {number}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-display leading-tight font-bold">{event.name}</span>
          <span className="block text-sm text-ink-soft">
            <time dateTime={event.starts}>{eventDate(event.starts, event.ends)}</time>, {event.place.name}
          </span>
          <span className="block text-xs font-semibold text-ink-soft first-letter:uppercase">
            {stateWords(state)}
          </span>
        </span>
        <svg viewBox="0 0 20 20" width={28} height={28} aria-hidden="true" className="shrink-0">
          <SlotPicture state={state} />
        </svg>
      </button>
    </li>
  );
}
