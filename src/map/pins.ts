/** The pins of the map: one for each place, or one for several that are too close to tell apart. */
import type { Stop } from '../state/journey.ts';
import { project, type Point } from './projection.ts';

/** Pins closer than this, in units of the drawing, would cover each other on a phone. */
export const LEAST_APART = 34;

export interface Pin extends Point {
  /** Numbers of the stops here, in order. */
  numbers: number[];
  /** Names of the places, each once. */
  places: string[];
  /** Whether one of the events is on both lists. */
  shared: boolean;
}

/** A pin is at the place of its first stop. Stops without a place have none. */
export function pinsOf(stops: readonly Stop[]): Pin[] {
  const pins: Pin[] = [];
  for (const { number, event, state } of stops) {
    const { name, coordinates } = event.place;
    if (coordinates === null) continue;
    const point = project(coordinates);
    const shared = state === 'shared' || state === 'shown';
    const near = pins.find(({ x, y }) => Math.hypot(x - point.x, y - point.y) < LEAST_APART);
    if (near === undefined) {
      pins.push({ ...point, numbers: [number], places: [name], shared });
      continue;
    }
    near.numbers.push(number);
    if (!near.places.includes(name)) near.places.push(name);
    near.shared ||= shared;
  }
  return pins;
}

/** `[1, 2, 3, 7]` → `1–3, 7`: what stands on a pin. */
export function numbersText(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs
    .map(([first, last]) => {
      if (first === last) return `${first}`;
      return last === first + 1 ? `${first}, ${last}` : `${first}–${last}`;
    })
    .join(', ');
}
