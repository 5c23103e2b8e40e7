import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { factsOfResult, selectTokens } from '../../../worker/compare/disclose.ts';
import type { ComparisonResult } from '../../../worker/contract.ts';
import { factById } from '../../support/catalog.ts';

const RESULT: ComparisonResult = {
  verifiedTravelEvents: ['devcon'],
  selfAttestedEvents: ['dweb'],
  travelInterests: ['running', 'bars'],
  compared: [
    'verifiedTravelEvents/devcon',
    'selfAttestedEvents/dweb',
    'travelInterests/running',
    'travelInterests/bars',
  ],
  comparedAt: 1,
};
const SHOWN = new Set(['travelInterests/bars']);

function token(id: string, fill: number) {
  return { slot: factById(id)?.slot ?? Number.NaN, token: new Uint8Array(16).fill(fill) };
}
const COMPARISON = {
  session: new Uint8Array(32).fill(0xab),
  tokens: [
    token('verifiedTravelEvents/devcon', 1),
    token('selfAttestedEvents/dweb', 2),
    token('travelInterests/running', 3),
    token('travelInterests/bars', 4),
    // A token whose fact is not in the result must never leave the device.
    token('travelInterests/karaoke', 5),
  ],
};

describe('a disclosure', () => {
  it('sends the tokens of the chosen facts and no others', () => {
    const { sessionId, facts } = selectTokens(
      ['travelInterests/running', 'verifiedTravelEvents/devcon'],
      CATALOG,
      RESULT,
      COMPARISON,
      SHOWN,
    );
    expect(sessionId).toBe('ab'.repeat(32));
    expect(facts).toEqual([
      { slot: factById('verifiedTravelEvents/devcon')?.slot, token: '01'.repeat(16) },
      { slot: factById('travelInterests/running')?.slot, token: '03'.repeat(16) },
    ]);
  });

  it.each<[string, string[]]>([
    ['nothing was chosen', []],
    ['the fact does not stand in the result', ['travelInterests/karaoke']],
    ['the event stands in the other list', ['selfAttestedEvents/devcon']],
    ['it is shown already', ['travelInterests/bars']],
  ])('sends nothing when %s', (_name, chosen) => {
    expect(() => selectTokens(chosen, CATALOG, RESULT, COMPARISON, SHOWN)).toThrowError(
      expect.objectContaining({ code: 'nothing_selected' }),
    );
  });

  it('lists the facts of a result in catalog order', () => {
    expect(factsOfResult(CATALOG, RESULT).map(({ id }) => id)).toEqual([
      'verifiedTravelEvents/devcon',
      'selfAttestedEvents/dweb',
      'travelInterests/running',
      'travelInterests/bars',
    ]);
  });
});
