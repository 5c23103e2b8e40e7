import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { catalogHash } from '../../../../catalog/index.ts';
import { ScanReady } from '../../../../src/screens/scan/ScanReady.tsx';
import { applySnapshot } from '../../../../src/state/core.ts';
import { landingScreen } from '../../../../src/state/page.ts';
import { LAKESIDE } from '../../../support/lakeside.ts';
import { drawn } from '../drawn.ts';
import { signedIn } from '../signed-in.ts';
import { snapshot } from '../snapshot.ts';

it('shows somebody who is signed in who asks and what for, before the button that scans', () => {
  const store = createStore();
  const asked = { catalog: LAKESIDE, hash: catalogHash(LAKESIDE), changes: null, problem: null };
  applySnapshot(store, snapshot({ session: signedIn(), asked }));
  // Another organiser's link leads straight here.
  expect(landingScreen(store)).toBe('scan');
  const screen = drawn(ScanReady, {}, store);
  const [before = '', after] = screen.split('Scan my mailbox');
  expect(after).toBeDefined();
  expect(before).toContain(LAKESIDE.organiser.name);
  expect(before).toContain(LAKESIDE.organiser.purpose);
  expect(before).toContain('Who asks, and what for');
});
