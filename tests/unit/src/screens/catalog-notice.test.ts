import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import { CATALOG, catalogHash } from '../../../../catalog/index.ts';
import { CatalogNotice } from '../../../../src/screens/asked/CatalogNotice.tsx';
import { applySnapshot } from '../../../../src/state/core.ts';
import { invitation } from '../../../../src/state/page.ts';
import { drawn } from '../drawn.ts';
import { snapshot } from '../snapshot.ts';

it('does not call what a link pins newer than what was asked before', () => {
  const hash = 'a'.repeat(64);
  const asked = {
    catalog: CATALOG,
    hash: catalogHash(CATALOG),
    changes: { hash, changes: [] },
    problem: null,
  };
  const store = createStore();
  applySnapshot(store, snapshot({ asked }));
  expect(drawn(CatalogNotice, {}, store)).toMatch(
    /Waystamp asks something else now.*Go on with what is asked now/s,
  );
  store.set(invitation, { organiser: 'waystamp', catalog: hash });
  const words = drawn(CatalogNotice, {}, store);
  expect(words).toMatch(/This link asks something else.*Go on with what this link asks/s);
  expect(words).not.toMatch(/asks something else now|asked now/);
});
