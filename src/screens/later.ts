/**
 * The screens that are not part of the first load. After a sign-in or an opened file they are fetched while the page is
 * idle, and kept as plain components: `React.lazy` would show an empty page for a moment even if the code is loaded.
 */
import { atom } from 'jotai';
import type { ComponentType } from 'react';
import type { AddressedScreen } from '../../catalog/addresses.ts';
import type { Store } from '../state/core.ts';
import { openScreens } from '../state/page.ts';

export type LaterScreen = Exclude<AddressedScreen, 'welcome'>;

const LOADERS: Readonly<Record<LaterScreen, () => Promise<ComponentType>>> = {
  scan: async () => (await import('./scan/Scan.tsx')).Scan,
  stamps: async () => (await import('./stamps/Stamps.tsx')).Stamps,
  result: async () => (await import('./result/Result.tsx')).Result,
  shown: async () => (await import('./shown/Shown.tsx')).Shown,
  ledger: async () => (await import('./ledger/Ledger.tsx')).Ledger,
  benchmarks: async () => (await import('./benchmarks/Benchmarks.tsx')).Benchmarks,
};

/** The loaded screens. */
export const loadedScreens = atom<Readonly<Partial<Record<AddressedScreen, ComponentType>>>>({});

/** Fetches a screen's code; rejects if that fails (no network, or a newer version was deployed). */
export async function loadScreen(store: Pick<Store, 'set'>, name: LaterScreen): Promise<void> {
  const view = await LOADERS[name]();
  store.set(loadedScreens, (before) => ({ ...before, [name]: view }));
}

/**
 * Fetches all of them while the page is idle, once more than the first screen can be opened. One that fails is fetched
 * again when it is opened.
 */
export function prefetchScreens(store: Store, whenIdle: (work: () => void) => void): void {
  const fetchAll = (): void => {
    for (const name of ['scan', 'stamps', 'result', 'shown', 'ledger', 'benchmarks'] as const)
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
