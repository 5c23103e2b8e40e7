import { describe, expect, it } from 'vitest';
import { factById } from '../../../catalog/index.ts';
import type { FactId } from '../../../catalog/index.ts';
import { factsOfResult, selectTokens } from '../../../worker/compare/disclose.ts';
import type { ComparisonResult } from '../../../worker/contract.ts';

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

function token(id: FactId, fill: number) {
  return { slot: factById(id)?.slot ?? Number.NaN, token: new Uint8Array(16).fill(fill) };
}
const COMPARISON = {
  session: new Uint8Array(32).fill(0xab),
  tokens: [
    token('verifiedTravelEvents/devcon', 1),
    token('selfAttestedEvents/dweb', 2),
    token('travelInterests/running', 3),
    token('travelInterests/bars', 4),
    // A token that is at hand although the result does not name its fact must never leave.
    token('travelInterests/karaoke', 5),
  ],
};

describe('what a disclosure sends', () => {
  it('is the tokens of the chosen facts and of no other', () => {
    const { sessionId, facts } = selectTokens(
      ['travelInterests/running', 'verifiedTravelEvents/devcon'],
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

  it.each<[string, FactId[]]>([
    ['nothing was chosen', []],
    ['the fact does not stand in the result', ['travelInterests/karaoke']],
    ['the event stands in the other list', ['selfAttestedEvents/devcon']],
    ['it is shown already', ['travelInterests/bars']],
  ])('is nothing when %s', (_name, chosen) => {
    expect(() => selectTokens(chosen, RESULT, COMPARISON, SHOWN)).toThrowError(
      expect.objectContaining({ code: 'nothing_selected' }),
    );
  });

  it('lists the facts of a result in catalog order', () => {
    expect(factsOfResult(RESULT)).toEqual([
      'verifiedTravelEvents/devcon',
      'selfAttestedEvents/dweb',
      'travelInterests/running',
      'travelInterests/bars',
    ]);
  });
});
