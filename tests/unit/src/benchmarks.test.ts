import { readFileSync } from 'node:fs';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMeasuring } from '../../../src/measuring.ts';
import {
  allFigures,
  canMeasure,
  figures,
  measuring,
  measuringProblem,
  SUITES,
} from '../../../src/state/benchmarks.ts';
import { applyEvent, SCANNING, type Store } from '../../../src/state/core.ts';
import { landingScreen, openScreens } from '../../../src/state/page.ts';
import { amount, peerSentence, spread } from '../../../src/texts/benchmarks.ts';
import { PEER_FIGURES } from '../../../src/texts/peers.ts';
import {
  IDLE_SCAN,
  type BenchSuite,
  type Commands,
  type Measurement,
  type Outcome,
} from '../../../worker/contract.ts';
import { turns } from '../../support/turns.ts';

function figureOf(suite: string, median = 2): Measurement {
  return { suite, name: 'n', unit: 'ms', median, min: 1, max: 3, runs: 5 };
}

type Answer = Outcome<Measurement[] | null>;

let store: Store;
/** What the worker was asked for, each with the way to answer. */
let asked: { suite: BenchSuite; answer: (outcome: Answer) => void }[];
let cancels: number;
let actions: ReturnType<typeof createMeasuring>;

beforeEach(() => {
  store = createStore();
  asked = [];
  cancels = 0;
  const commands: Partial<Commands> = {
    benchmark: (suite) => {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      asked.push({ suite, answer: resolve });
      return promise;
    },
    cancelBenchmark: () => {
      cancels += 1;
      return Promise.resolve({ ok: true, value: null });
    },
  };
  actions = createMeasuring({ store, core: { call: (command) => command(commands as Commands) } });
});

/** Answers what was asked last, and lets the page go on. */
async function answer(outcome: Answer): Promise<void> {
  asked.at(-1)?.answer(outcome);
  await turns();
}

const done = (suite: string): Answer => ({ ok: true, value: [figureOf(suite)] });

describe('measuring', () => {
  it('takes one suite after the other and shows each as soon as it has ended', async () => {
    const all = actions.measure(SUITES);
    for (const [at, suite] of SUITES.entries()) {
      expect(store.get(measuring)).toEqual({ suite, number: at + 1, of: 5 });
      expect(asked.map((each) => each.suite)).toEqual(SUITES.slice(0, at + 1));
      expect(Object.keys(store.get(figures))).toEqual(SUITES.slice(0, at));
      await answer(done(suite));
    }
    await all;
    expect(store.get(measuring)).toBeNull();
    expect(store.get(allFigures)).toEqual(SUITES.map((suite) => figureOf(suite)));
  });

  it('replaces the figures of a suite that is measured again, in the order of the suites', async () => {
    store.set(figures, { dkim: [figureOf('dkim')], slots: [figureOf('slots')] });
    const again = actions.measure(['slots']);
    await answer({ ok: true, value: [figureOf('slots', 3)] });
    await again;
    expect(store.get(allFigures)).toEqual([figureOf('slots', 3), figureOf('dkim')]);
  });

  it('ends when the worker was cancelled, and keeps what is there', async () => {
    const all = actions.measure(SUITES);
    await answer(done('psi'));
    await actions.cancelMeasuring();
    await answer({ ok: true, value: null });
    await all;
    expect(cancels).toBe(1);
    expect(asked).toHaveLength(2);
    expect(store.get(allFigures)).toEqual([figureOf('psi')]);
    expect([store.get(measuring), store.get(measuringProblem)]).toEqual([null, null]);
  });

  it('ends when a suite was done as it was cancelled', async () => {
    const all = actions.measure(SUITES);
    await actions.cancelMeasuring();
    await answer(done('psi'));
    await all;
    expect(asked).toHaveLength(1);
    expect(store.get(allFigures)).toEqual([figureOf('psi')]);
  });

  it('tells what went wrong with which suite, and forgets it with the next', async () => {
    const error = { code: 'unexpected', message: 'Something went wrong.' } as const;
    const all = actions.measure(SUITES);
    await answer({ ok: false, error });
    await all;
    expect(store.get(measuringProblem)).toEqual({ suite: 'psi', error });
    expect(asked).toHaveLength(1);
    void actions.measure(['slots']);
    expect(store.get(measuringProblem)).toBeNull();
  });

  it('is not begun twice, and there is nothing to cancel before', async () => {
    await actions.cancelMeasuring();
    expect(cancels).toBe(0);
    void actions.measure(['slots']);
    await actions.measure(['dkim']);
    expect(asked.map(({ suite }) => suite)).toEqual(['slots']);
  });

  it.each([...SCANNING])('is not offered while a scan is %s', async (phase) => {
    applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase } });
    expect(store.get(canMeasure)).toBe(false);
    await actions.measure(['slots']);
    expect(asked).toEqual([]);
    applyEvent(store, { type: 'scan', scan: { ...IDLE_SCAN, phase: 'done' } });
    expect(store.get(canMeasure)).toBe(true);
  });
});

describe('the screen of the benchmarks', () => {
  it('can be opened by everybody at any time, and is where nobody lands by themselves', () => {
    expect(store.get(openScreens).has('benchmarks')).toBe(true);
    expect(landingScreen(store)).toBe('welcome');
  });
});

describe('the figures in words', () => {
  it('have three digits, or all before the point', () => {
    expect(amount(1.9372, 'ms')).toBe('1.94 ms');
    expect(amount(24.63, 'ms')).toBe('24.6 ms');
    expect(amount(1356.4, 'mails/s')).toBe('1,356 a second');
    expect(amount(0.9137, '×')).toBe('0.91 times');
    expect(amount(47_672, 'bytes')).toBe('47,672 bytes');
  });

  it('tell how far the runs were apart, where they were', () => {
    expect(spread(figureOf('psi'))).toBe('1 to 3 in 5 runs');
    expect(spread({ ...figureOf('psi'), min: 2, max: 2 })).toBe('');
  });
});

function fileOf(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

describe('the figures of peers', () => {
  it('are of the versions that the benchmarks run', () => {
    const versions = new Map(PEER_FIGURES.map(({ package: name, version }) => [name, version]));
    const { dependencies } = JSON.parse(fileOf('tests/bench/peers/package.json')) as {
      dependencies: Record<string, string>;
    };
    expect(versions.get('@openmined/psi.js')).toBe(dependencies['@openmined/psi.js']);
    const { packages } = JSON.parse(fileOf('package-lock.json')) as {
      packages: Record<string, { version: string }>;
    };
    expect(versions.get('mailauth')).toBe(packages['node_modules/mailauth']?.version);
  });

  it('are those of the README', () => {
    const rows = fileOf('README.md')
      .split('\n')
      .filter((line) => /\| `(psi|dkim)` +\|$/.test(line));
    const [psi, dkim] = PEER_FIGURES;
    expect(rows).toEqual([
      expect.stringContaining(
        `${psi?.ours} ms; \`${psi?.package}\` on the same lists takes ${psi?.times} times`,
      ),
      expect.stringContaining(`${dkim?.times} times as many as ${dkim?.package}`),
    ]);
  });

  it('come with what was measured, where and when, and that this device runs no peer', () => {
    const [psi, dkim] = PEER_FIGURES.map(peerSentence);
    expect(psi).toBe(
      'A comparison of two lists of 100, both sides, with new keys: psi.js took 118 times as long as Waystamp. Measured in one run of the project’s benchmark, Chromium, 21 Nov 2026, with @openmined/psi.js 2.0.6. psi.js is no part of the app and is not run on this device: compare those two bars with one another.',
    );
    expect(dkim).toContain('in the middle of the turns Waystamp did 2.3 times as many as mailauth.');
  });
});
