/** Where the person was when a sign-in took them to another page, so that its answer brings them back there. */
import * as z from 'zod/mini';
import { readPath } from '../../catalog/addresses.ts';
import type { KeptText } from '../browser/storage.ts';
import { entryAt, type HistoryWindow } from './entries.ts';

const KEY = 'left-from';

const placeSchema = z.object({
  address: z.string(),
  invitation: z.object({ organiser: z.string(), catalog: z.nullable(z.string()) }),
});
/** A screen's address, and who asked there. */
export type Place = z.infer<typeof placeSchema>;

/** Before the person leaves. */
export function notePlace(storage: KeptText, place: Place): void {
  storage.setItem(KEY, JSON.stringify(place));
}

/** After they came back: puts the address of where they were in place of the answer's. */
export function returnToPlace(storage: KeptText, { history, location }: HistoryWindow): void {
  const place = takePlace(storage);
  // What lies behind is the other page.
  const { origin, pathname, hash } = location;
  // With its origin: a path of two slashes would name another host.
  const address = place?.address ?? `${pathname}${hash}`;
  history.replaceState(entryAt(0, place?.invitation ?? null), '', `${origin}${address}`);
}

function takePlace(storage: KeptText): Place | null {
  const saved = storage.getItem(KEY);
  storage.removeItem(KEY);
  try {
    const { data } = placeSchema.safeParse(JSON.parse(saved ?? 'null'));
    return data !== undefined && readPath(data.address.replace(/#.*/, '')) !== null ? data : null;
  } catch {
    return null;
  }
}
