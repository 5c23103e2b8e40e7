/**
 * The screens that do not come with the first load. Once a person has signed in or opened a file they are
 * fetched while the page is idle, and kept as plain
 * components: `React.lazy` would show an empty page for a moment even when the code is there already.
 */
import { atom } from 'jotai';
import type { ComponentType } from 'react';
import type { Store } from '../state/core.ts';
import { openScreens, type Screen } from '../state/page.ts';

export type LaterScreen = Exclude<Screen, 'welcome'>;

const LOADERS: Readonly<Record<LaterScreen, () => Promise<ComponentType>>> = {
  scan: async () => (await import('./Scan.tsx')).Scan,
  facts: async () => (await import('./Facts.tsx')).Facts,
  result: async () => (await import('./Result.tsx')).Result,
  shown: async () => (await import('./Shown.tsx')).Shown,
  ledger: async () => (await import('./Ledger.tsx')).Ledger,
  benchmarks: async () => (await import('./Benchmarks.tsx')).Benchmarks,
};

/** The screens that are there. */
export const loadedScreens = atom<Readonly<Partial<Record<Screen, ComponentType>>>>({});

/** Fetches a screen's code; rejects when it cannot be had (no network, or a newer version was deployed). */
export async function loadScreen(store: Pick<Store, 'set'>, name: LaterScreen): Promise<void> {
  const view = await LOADERS[name]();
  store.set(loadedScreens, (before) => ({ ...before, [name]: view }));
}

/**
 * Fetches all of them when the page is idle, once there is more to open than the first screen. One that fails is
 * fetched again when it is opened.
 */
export function prefetchScreens(store: Store, whenIdle: (work: () => void) => void): void {
  const fetchAll = (): void => {
    for (const name of ['scan', 'facts', 'result', 'shown', 'ledger', 'benchmarks'] as const)
      loadScreen(store, name).catch(() => undefined);
  };
  if (store.get(openScreens).has('scan')) {
    whenIdle(fetchAll);
    return;
  }
  const end = store.sub(openScreens, () => {
    if (!store.get(openScreens).has('scan')) return;
    end();
    whenIdle(fetchAll);
  });
}
