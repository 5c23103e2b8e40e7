import { expect } from 'vitest';
import type { OfferedSuite } from '../../../src/state/benchmarks.ts';
import { SUITE_TEXTS } from '../../../src/texts/benchmarks.ts';
import { PEER_FIGURES } from '../../../src/texts/peers.ts';
import type { Measurement } from '../../../worker/measurement.ts';

/** Expects what the app's screen draws of a suite to be among its figures, in one unit, that of its peer too. */
export function expectDrawn(suite: OfferedSuite, figures: readonly Measurement[]): void {
  const { drawn, headline } = SUITE_TEXTS[suite];
  const named = figures.filter(({ name }) => Object.hasOwn(drawn, name));
  expect(named.map(({ name }) => name).toSorted()).toEqual(Object.keys(drawn).toSorted());
  expect(Object.keys(drawn)).toContain(headline);
  expect(new Set(named.map(({ unit }) => unit)).size).toBe(1);
  for (const { figure, unit } of PEER_FIGURES.filter((each) => each.suite === suite)) {
    expect(named.find(({ name }) => name === figure)?.unit).toBe(unit);
  }
}
