/** The words about when and where the events took place. */
import { textsOf } from '../language/language.ts';
import type { Pin } from '../map/pins.ts';
import type { Stop } from '../state/journey.ts';
import { listOf } from './amounts.ts';
import { journeyTexts } from './en/result.ts';

/** What a screen reader says for the map: its places; the timeline after it has the rest. */
export function mapLabel(pins: readonly Pin[]): string {
  const places = pins.flatMap((pin) => pin.places);
  return textsOf(journeyTexts).map(places.length, { places: listOf(places) });
}

/** Which events the map leaves out since they have no place; null when it shows all. */
export function withoutPlace(stops: readonly Stop[]): string | null {
  const names = stops.filter(({ event }) => event.place.coordinates === null).map(({ event }) => event.name);
  return names.length === 0 ? null : textsOf(journeyTexts).online({ names: listOf(names) });
}

/** Stops by the year in which they began, in order. */
export function byYear(stops: readonly Stop[]): { year: string; stops: Stop[] }[] {
  const years = Map.groupBy(stops, ({ event }) => event.starts.slice(0, 4));
  return [...years].map(([year, members]) => ({ year, stops: members }));
}
