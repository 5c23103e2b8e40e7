import { createStore } from 'jotai';
import { CATALOG, catalogHash } from '../../../../catalog/index.ts';
import { describe, expect, it } from 'vitest';
import { SESSION_MS } from '../../../../server/psi/comparisons.ts';
import { COMPARISON_OPEN_MS, type ComparisonResult } from '../../../../worker/contract.ts';
import { applySnapshot } from '../../../../src/state/core.ts';
import { withdrawnFacts } from '../../../../src/state/shown.ts';
import { resultTitle, showAgain, shownSentences } from '../../../../src/texts/shared.ts';
import { fileCounts, otherAddress } from '../../../../src/texts/whose-mail.ts';
import { snapshot } from '../snapshot.ts';
import { ORGANISER } from '../../../support/catalog.ts';

const NOW = 1_700_000_000_000;
const DEVCON = 'verifiedTravelEvents/devcon';
const RESULT: ComparisonResult = {
  verifiedTravelEvents: ['devcon'],
  selfAttestedEvents: [],
  travelInterests: [],
  compared: [DEVCON],
  comparedAt: NOW,
};

describe('the words above a result', () => {
  const part = { organiser: 'Waystamp', shared: 3, shown: 0, withdrawn: [] };

  it('count what is on both lists', () => {
    expect([resultTitle(0), resultTitle(1), resultTitle(11)]).toEqual([
      'Nothing is on both lists',
      'One fact is on both lists',
      '11 facts are on both lists',
    ]);
  });

  it('say how much is shown, and do not call a withdrawn stamp secret', () => {
    expect(shownSentences(part)).toEqual(['None of it is shown to Waystamp now. Switch on what it may see.']);
    expect(shownSentences({ ...part, withdrawn: ['Devcon 7 SEA'] })[1]).toBe(
      'Withdrawn: Devcon 7 SEA. Waystamp no longer holds it at the server; it may have seen it.',
    );
    expect(shownSentences({ ...part, shown: 1, withdrawn: ['Devcon 7 SEA', 'bars'] })).toEqual([
      'You have shown a part of it. The rest is not shown to Waystamp.',
      'Withdrawn: Devcon 7 SEA and bars. Waystamp no longer holds them at the server; it may have seen them.',
    ]);
    expect(shownSentences({ ...part, shown: 3 })).toEqual(['You have shown all of it.']);
    expect(shownSentences({ ...part, shared: 0 })).toEqual([
      'Waystamp learned nothing of your stamps from the comparison.',
    ]);
  });

  it('learn what was withdrawn from the device’s own record', () => {
    const store = createStore();
    expect(store.get(withdrawnFacts)).toEqual(new Set());
    const withdrawn = [{ organiser: ORGANISER, catalog: catalogHash(CATALOG), fact: DEVCON }];
    applySnapshot(store, snapshot({ shown: { stamps: [], withdrawn, readAt: NOW } }));
    expect(store.get(withdrawnFacts)).toEqual(new Set([DEVCON]));
  });
});

describe('showing a stamp again after it is withdrawn', () => {
  it('needs no new comparison within the server’s time limit', () => {
    expect(COMPARISON_OPEN_MS).toBe(SESSION_MS);
    expect(showAgain(DEVCON, true, RESULT, NOW + COMPARISON_OPEN_MS - 1)).toContain(
      'Until 15 minutes after the comparison you can show it again from the result',
    );
  });

  it.each([
    ['once that has expired', DEVCON, RESULT, COMPARISON_OPEN_MS],
    ['when it did not find the stamp', 'travelInterests/bars', RESULT, 0],
    ['when there is none on this device', DEVCON, null, 0],
  ] as const)('needs a new comparison %s', (_when, fact, result, later) => {
    expect(showAgain(fact, true, result, NOW + later)).toContain('compare again first');
  });

  it('needs the stamp itself when the device does not hold it', () => {
    expect(showAgain(DEVCON, false, RESULT, NOW)).toMatch(/^This device does not hold the stamp now\./);
  });
});

describe('the advice about more mail', () => {
  it('says for whom a file counts, and what to do for another address', () => {
    expect(fileCounts('ada@mail.example')).toContain(
      'a mail counts when ada@mail.example stands in its To or Cc',
    );
    expect(otherAddress('ada@mail.example')).toMatch(/press Disconnect.+sign in with that address/);
    expect(fileCounts(null)).toContain('the account that you sign in with');
    expect(otherAddress(null)).not.toContain('Disconnect');
  });
});
