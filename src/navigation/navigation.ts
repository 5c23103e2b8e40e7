/**
 * Which screen is open, as its address says, so that a reload stays on it and the phone's Back works. A screen that
 * makes no sense yet (a link to a result that is not there) is never opened.
 */
import { addressOf, type AddressedScreen, type Invitation } from '../../catalog/addresses.ts';
import type { Store } from '../state/core.ts';
import { invitation, landingScreen, openScreens, openSheets, screen, type Screen } from '../state/page.ts';
import { watchEntries, type HistoryWindow } from './entries.ts';
import type { Place } from './return.ts';
import { readRoute, type Route } from './routes.ts';

export interface Navigation {
  /** Opens a screen; `replace` leaves no entry behind in the history. Resolves when the address is the screen's. */
  open(next: AddressedScreen, options?: { replace?: boolean }): Promise<void>;
  /** Opens what the address asks for if that makes sense, else where the person goes on. */
  land(): void;
  /** Leaves a screen that stands beside the way from mail to result: back to the one from which it was opened. */
  close(): void;
  /** The screen that the address asks for, whether it makes sense or not. */
  asked(): Screen;
  /** Where the person is. */
  here(): Place;
  /** Resolves when the history has followed all that was asked. */
  settled(): Promise<void>;
}

/** Connects the page's screen, invitation and sheets with the window's history. */
export function createNavigation(store: Store, target: HistoryWindow, reload: () => void): Navigation {
  const entries = watchEntries(target, traversed);
  const asked = (): Route => readRoute(target.location, entries.current().invitation);
  const openDialogs = (): HTMLDialogElement[] => store.get(openSheets).filter((sheet) => sheet.open);
  const fitSheets = (): void => void entries.fitSheets(() => openDialogs().length);

  const first = asked();
  store.set(invitation, first.invitation);
  store.set(screen, first.screen === 'nowhere' ? 'nowhere' : 'welcome');
  store.sub(openSheets, fitSheets);
  // After a reload the sheets are gone, and their entries are not.
  fitSheets();

  function open(next: AddressedScreen, { replace = false } = {}): Promise<void> {
    const allowed = store.get(openScreens).has(next) ? next : landingScreen(store);
    store.set(screen, allowed);
    const by = store.get(invitation);
    return entries.write(addressOf(allowed, by), by, replace);
  }

  function land(): void {
    const { screen: wanted } = asked();
    if (wanted === 'nowhere') store.set(screen, 'nowhere');
    else void open(wanted === 'welcome' ? landingScreen(store) : wanted, { replace: true });
  }

  function traversed(): void {
    // Another invitation is another question: everything begins anew with it.
    if (!sameInvitation(asked().invitation, store.get(invitation))) {
      reload();
      return;
    }
    const { sheets } = entries.current();
    for (const dialog of openDialogs().slice(sheets).toReversed()) dialog.close();
    // Forward, to a sheet that was closed.
    fitSheets();
    land();
  }

  function close(): void {
    // Nothing of this page's lies behind a screen that its address opened.
    if (entries.current().depth === 0) void open(landingScreen(store), { replace: true });
    else target.history.back();
  }

  function here(): Place {
    const current = store.get(screen);
    const by = store.get(invitation);
    return { address: addressOf(current === 'nowhere' ? 'welcome' : current, by), invitation: by };
  }

  return { open, land, close, here, asked: () => asked().screen, settled: () => entries.settled() };
}

function sameInvitation(one: Invitation, other: Invitation): boolean {
  return one.organiser === other.organiser && one.catalog === other.catalog;
}
