/**
 * The addresses of the page, on which the page, its service worker and the server agree. The built-in organiser's
 * screens have the short ones; those of any other begin with `/o/{slug}`. An invitation's fragment is the hash of the
 * catalog that it pins.
 */
import { inject, parse } from 'regexparam';
import { BUILT_IN_SLUG, SLUG } from './slug.ts';

export { BUILT_IN_SLUG } from './slug.ts';

/** The screens that have an address. */
export const SCREENS = ['welcome', 'scan', 'stamps', 'result', 'shown', 'ledger', 'benchmarks'] as const;
export type AddressedScreen = (typeof SCREENS)[number];

/** The screens that are about the device, whoever asks. */
const OF_DEVICE: ReadonlySet<AddressedScreen> = new Set(['ledger', 'benchmarks']);

/** Who asks, and by which catalog. */
export interface Invitation {
  /** The organiser's slug. */
  organiser: string;
  /** The catalog's SHA-256 as 64 hex digits, when the link pins one; a damaged link has other text here. */
  catalog: string | null;
}

const WITH_SLUG = '/o/:organiser';

interface Place {
  screen: AddressedScreen;
  /** Null where the path names none: on a screen that is about the device. */
  organiser: string | null;
}

const ROUTES = SCREENS.flatMap((screen) => {
  const end = screen === 'welcome' ? '' : `/${screen}`;
  if (OF_DEVICE.has(screen)) return [routeOf(end, screen, null)];
  return [routeOf(end || '/', screen, BUILT_IN_SLUG), routeOf(`${WITH_SLUG}${end}`, screen, null)];
});

function routeOf(path: string, screen: AddressedScreen, organiser: string | null) {
  return { path, screen, organiser, ...parse(path) };
}

/** Every path of the page as a pattern, in the form that Hono takes as well. */
export const PAGE_PATHS: readonly string[] = ROUTES.map(({ path }) => path);

/** The screen and the organiser of a path; null when the page has no such path. */
export function readPath(path: string): Place | null {
  // The server tells capitals and a slash at the end apart.
  if (path !== path.toLowerCase() || (path !== '/' && path.endsWith('/'))) return null;
  for (const { screen, organiser, pattern, keys } of ROUTES) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const slug = keys.length === 0 ? organiser : (found[1] ?? '');
    if (slug === null || SLUG.test(slug)) return { screen, organiser: slug };
  }
  return null;
}

/** The catalog that a fragment pins, not checked, so that a damaged pin is not taken for none; null without one. */
export function readPin(fragment: string): string | null {
  const pin = fragment.replace(/^#/, '');
  return pin === '' ? null : pin;
}

/** The one address of a screen: path and, for an organiser's screen, the pin. */
export function addressOf(screen: AddressedScreen, { organiser, catalog }: Invitation): string {
  const end = screen === 'welcome' ? '' : `/${screen}`;
  if (OF_DEVICE.has(screen)) return end;
  const path = organiser === BUILT_IN_SLUG ? end || '/' : inject(`${WITH_SLUG}${end}`, { organiser });
  return catalog === null ? path : `${path}#${catalog}`;
}
