/** When the screens outside the first load are fetched. */
import { createStore } from 'jotai';
import { expect, it, vi } from 'vitest';
import { loadedScreens, prefetchScreens } from '../../../../src/screens/later.ts';
import { applyEvent } from '../../../../src/state/core.ts';
import { IDLE_SCAN } from '../../../../worker/contract.ts';

it('the later screens are fetched when the page is idle, once there is something to open', async () => {
  const store = createStore();
  const waiting: (() => void)[] = [];
  prefetchScreens(store, (work) => waiting.push(work));
  expect(waiting).toEqual([]);

  applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: 'searching' } });
  applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: 'reading' } });
  expect(waiting).toHaveLength(1);
  expect(store.get(loadedScreens)).toEqual({});

  waiting[0]?.();
  await vi.waitUntil(() => Object.keys(store.get(loadedScreens)).length === 6, { timeout: 30_000 });
});

it('they are fetched at once for a returning person', () => {
  const store = createStore();
  applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: 'paused' } });
  const whenIdle = vi.fn<(work: () => void) => void>();
  prefetchScreens(store, whenIdle);
  expect(whenIdle).toHaveBeenCalledOnce();
});
