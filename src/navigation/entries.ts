/**
 * The page's entries in the browser's history. Each says how many screens lie behind it and how many sheets lie over
 * its screen, so that Back closes a sheet before it leaves a screen. Traversing takes the browser a moment; steps
 * wait for each other.
 */
import type { Invitation } from '../../catalog/addresses.ts';

export interface Entry {
  /** Screens of this page that lie behind this one. */
  depth: number;
  /** Sheets that are open over the screen; each has an entry of its own. */
  sheets: number;
  /** Who asked when the screen was opened: a screen about the device does not have it in its address. */
  invitation: Invitation | null;
}

/** An entry without sheets. */
export function entryAt(depth: number, invitation: Invitation | null): Entry {
  return { depth, sheets: 0, invitation };
}

/** How long the browser may take to go back, in milliseconds. It takes no time unless there is nothing behind. */
const TRAVERSAL_MS = 2_000;

export type HistoryWindow = Pick<Window, 'history' | 'location' | 'addEventListener'>;

export interface Entries {
  current(): Entry;
  /** Opens an address. The entries of sheets that are open go with it. */
  write(address: string, invitation: Invitation, replace: boolean): Promise<void>;
  /** Makes the history fit the sheets that are open. */
  fitSheets(open: () => number): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/** @param onTraversal told when the person went back or forward, not when this module did */
export function watchEntries(target: HistoryWindow, onTraversal: () => void): Entries {
  const { history, location } = target;
  let last: Promise<void> = Promise.resolve();
  let arrived: (() => void) | null = null;

  function inTurn(step: () => Promise<void>): Promise<void> {
    last = last.then(step);
    return last;
  }

  /** Goes back without telling. */
  async function goBack(steps: number): Promise<void> {
    if (steps === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived = resolve;
    const limit = setTimeout(resolve, TRAVERSAL_MS);
    history.go(-steps);
    await promise;
    clearTimeout(limit);
    arrived = null;
  }

  const current = (): Entry => readEntry(history.state);

  target.addEventListener('popstate', () => {
    if (arrived === null) onTraversal();
    else arrived();
  });

  return {
    current,
    write: (address, invitation, replace) =>
      inTurn(async () => {
        const { depth, sheets } = current();
        if (address === location.pathname + location.search + location.hash) return;
        if (replace) {
          await goBack(sheets);
          history.replaceState(entryAt(depth, invitation), '', address);
          return;
        }
        const next = entryAt(depth + 1, invitation);
        // A sheet's entry becomes the new screen's: Back leads to the screen on which the sheet lay.
        await goBack(Math.max(0, sheets - 1));
        if (sheets > 0) history.replaceState(next, '', address);
        else history.pushState(next, '', address);
      }),
    fitSheets: (open) =>
      inTurn(async () => {
        const entry = current();
        const wanted = open();
        await goBack(Math.max(0, entry.sheets - wanted));
        for (let sheets = entry.sheets + 1; sheets <= wanted; sheets += 1)
          history.pushState({ ...entry, sheets } satisfies Entry, '');
      }),
    settled: () => last,
  };
}

/** What an entry says; one that this version did not write says nothing. */
function readEntry(state: unknown): Entry {
  if (typeof state !== 'object' || state === null) return entryAt(0, null);
  const { depth, sheets, invitation } = state as Partial<Entry>;
  return typeof depth === 'number' && typeof sheets === 'number'
    ? { depth, sheets, invitation: invitation ?? null }
    : entryAt(0, null);
}
