import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogHash } from '../../../../catalog/index.ts';
import { applySnapshot } from '../../../../src/state/core.ts';
import { shownFacts, shownRecords, shownToAsking, withdrawnFacts } from '../../../../src/state/shown.ts';
import { ORGANISER } from '../../../support/catalog.ts';
import { LAKESIDE } from '../../../support/lakeside.ts';
import { snapshot } from '../snapshot.ts';

const HASH = catalogHash(LAKESIDE);
const OLDER = 'b'.repeat(64);
const SAILING = 'travelInterests/sailing';
const LAKE = { slug: 'lakeside', name: 'Lakeside Club' };

const store = createStore();
beforeEach(() => {
  const stamp = { fact: SAILING, day: '2026-11-22' };
  applySnapshot(
    store,
    snapshot({
      asked: { catalog: LAKESIDE, hash: HASH, changes: null, problem: null },
      shown: {
        stamps: [
          { id: 'older', organiser: LAKE, catalog: OLDER, name: 'rowing', ...stamp },
          {
            id: 'lost',
            organiser: LAKE,
            catalog: OLDER,
            name: null,
            fact: 'verifiedTravelEvents/boatShow',
            day: null,
          },
          { id: 'other', organiser: ORGANISER, catalog: HASH, name: null, ...stamp },
        ],
        withdrawn: [{ organiser: ORGANISER, catalog: HASH, fact: SAILING }],
        readAt: 1,
      },
    }),
  );
});

describe('a stamp that was shown by another catalog or to another organiser', () => {
  it('does not count as shown or withdrawn here', () => {
    expect([...store.get(shownFacts).keys()]).toEqual([]);
    expect([...store.get(withdrawnFacts)]).toEqual([]);
  });

  it('has the name and the list that it was shown by', () => {
    expect(store.get(shownRecords).map(({ name, list, event }) => ({ name, list, event }))).toEqual([
      { name: 'rowing', list: 'travelInterests', event: null },
      { name: 'boatShow', list: 'verifiedTravelEvents', event: null },
      { name: 'sailing', list: 'travelInterests', event: null },
    ]);
  });

  it('is named among what an organiser sees only if that organiser holds it', () => {
    expect(store.get(shownToAsking).map(({ stamp }) => stamp.id)).toEqual(['older', 'lost']);
  });
});
