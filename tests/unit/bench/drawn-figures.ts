import { expect } from 'vitest';
import type { OfferedSuite } from '../../../src/state/benchmarks.ts';
import { SUITE_FIGURES } from '../../../src/texts/benchmarks.ts';
import { PEER_FIGURES } from '../../../src/texts/peers.ts';
import type { Measurement } from '../../../worker/measurement.ts';

/** Expects each figure that the app's screen draws for a suite or its peer to exist, in the same unit. */
export function expectDrawn(suite: OfferedSuite, figures: readonly Measurement[]): void {
  const { drawn, headline } = SUITE_FIGURES[suite];
  const named = figures.filter(({ name }) => drawn.some((other) => other === name));
  expect(named.map(({ name }) => name).toSorted()).toEqual([...drawn].toSorted());
  expect(drawn).toContain(headline);
  expect(new Set(named.map(({ unit }) => unit)).size).toBe(1);
  for (const { figure, unit } of PEER_FIGURES.filter((each) => each.suite === suite)) {
    expect(named.find(({ name }) => name === figure)?.unit).toBe(unit);
  }
}
