/** What an address asks for. */
import {
  BUILT_IN_SLUG,
  readPath,
  readPin,
  SCREENS,
  type AddressedScreen,
  type Invitation,
} from '../../catalog/addresses.ts';
import type { Screen } from '../state/page.ts';

/** Where the screens were before each had a path: `#facts` in an old link or shortcut. */
const OLD_NAMES: Readonly<Record<string, AddressedScreen>> = { facts: 'stamps' };

export interface Route {
  screen: Screen;
  invitation: Invitation;
}

/**
 * Reads an address.
 *
 * @param kept who asked when the entry was made, for the screens whose address does not say it
 */
export function readRoute(
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  kept: Invitation | null,
): Route {
  const place = readPath(pathname);
  const fallback = kept ?? { organiser: BUILT_IN_SLUG, catalog: null };
  if (place === null) return { screen: 'nowhere', invitation: fallback };
  const old = place.screen === 'welcome' ? oldScreen(hash) : null;
  const invitation =
    place.organiser === null
      ? fallback
      : { organiser: place.organiser, catalog: old === null ? readPin(hash) : null };
  return { screen: old ?? place.screen, invitation };
}

function oldScreen(hash: string): AddressedScreen | null {
  const name = hash.slice(1);
  if (Object.hasOwn(OLD_NAMES, name)) return OLD_NAMES[name] ?? null;
  return SCREENS.find((screen) => screen === name) ?? null;
}
