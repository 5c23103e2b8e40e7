/**
 * Which screen is open, kept in the address's hash so that the phone's Back button works. A screen that makes no
 * sense yet (a link to a result that is not there) is never opened.
 */
import { landingScreen, openScreens, screen, SCREENS, type Screen } from './state/page.ts';
import type { Store } from './state/core.ts';

function fromHash(hash: string): Screen | null {
  return SCREENS.find((name) => `#${name}` === hash) ?? null;
}

export interface Navigation {
  /** Opens a screen. `replace` leaves no entry behind in the history. */
  open(next: Screen, options?: { replace?: boolean }): void;
  /** Opens what the address asks for if that makes sense, else where the person goes on. */
  land(): void;
  /** Leaves a screen that stands beside the way from mail to result: back to the one from which it was opened. */
  close(): void;
}

/** Connects the `screen` atom with the window's history. */
export function createNavigation(store: Store, target: Window): Navigation {
  let opened = 0;
  function open(next: Screen, options: { replace?: boolean } = {}): void {
    const allowed = store.get(openScreens).has(next) ? next : landingScreen(store);
    store.set(screen, allowed);
    // The first screen is the plain address.
    const hash = allowed === 'welcome' ? '' : `#${allowed}`;
    if (target.location.hash === hash) return;
    const address = `${target.location.pathname}${hash}`;
    if (options.replace === true) target.history.replaceState(null, '', address);
    else {
      target.history.pushState(null, '', address);
      opened += 1;
    }
  }

  function land(): void {
    open(fromHash(target.location.hash) ?? landingScreen(store), { replace: true });
  }

  function close(): void {
    // Nothing of this page's lies behind a screen that its address opened.
    if (opened === 0) open(landingScreen(store), { replace: true });
    else target.history.back();
  }

  target.addEventListener('popstate', () => {
    opened = Math.max(0, opened - 1);
    land();
  });
  return { open, land, close };
}
