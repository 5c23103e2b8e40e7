import { numbersText, type Pin } from '../../map/pins.ts';
import { MAP_HEIGHT, MAP_WIDTH } from '../../map/projection.ts';
import { mapLabel } from '../../texts/journey.ts';
import { LAND } from '../../map/land.ts';

/** The places of the events on an outline of the world. Everything in it is also in the timeline. */
export function WorldMap({ pins }: { pins: readonly Pin[] }) {
  return (
    <div
      role="img"
      aria-label={mapLabel(pins)}
      className="relative overflow-hidden rounded-md border border-line bg-surface"
    >
      <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden="true" className="block w-full">
        <path d={LAND} className="map-land" />
      </svg>
      {pins.map(({ x, y, numbers, shared }) => (
        <span
          key={numbers.join()}
          aria-hidden="true"
          style={{ left: `${(x / MAP_WIDTH) * 100}%`, top: `${(y / MAP_HEIGHT) * 100}%` }}
          className={`absolute -translate-x-1/2 -translate-y-1/2 ${PIN} ${shared ? PIN_SHARED : PIN_OWN}`}
        >
          {numbersText(numbers)}
        </span>
      ))}
    </div>
  );
}

/** The same mark is used in the map and in the timeline. */
export const PIN =
  'grid min-h-5 min-w-5 place-items-center rounded-full border px-1 text-xs leading-none font-bold whitespace-nowrap';
export const PIN_SHARED = 'border-surface bg-accent text-on-accent';
export const PIN_OWN = 'border-ink bg-surface text-ink';
