import { readFileSync } from 'node:fs';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMeasuring } from '../../../../src/actions/measuring.ts';
import {
  allFigures,
  canMeasure,
  figures,
  measuring,
  measuringProblem,
  SUITES,
} from '../../../../src/state/benchmarks.ts';
import { applyEvent, SCANNING, type Store } from '../../../../src/state/core.ts';
import { landingScreen, openScreens } from '../../../../src/state/page.ts';
import { amount, peerSentence, spread } from '../../../../src/texts/benchmarks.ts';
import { PEER_FIGURES } from '../../../../src/texts/peers.ts';
import {
  IDLE_SCAN,
  type BenchSuite,
  type Commands,
  type Measurement,
  type Outcome,
} from '../../../../worker/contract.ts';
import { turns } from '../../../support/turns.ts';

function figureOf(suite: string, median = 2): Measurement {
  return { suite, name: 'n', unit: 'ms', median, min: 1, max: 3, runs: 5 };
}

type Answer = Outcome<Measurement[] | null>;

let store: Store;
/** The requests to the worker, each with a function that answers it. */
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

/** Answers the last request, and lets the page continue. */
async function answer(outcome: Answer): Promise<void> {
  asked.at(-1)?.answer(outcome);
  await turns();
}

const done = (suite: string): Answer => ({ ok: true, value: [figureOf(suite)] });

describe('measuring', () => {
  it('runs one suite after another and shows each as soon as it has ended', async () => {
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

  it('ends when the worker was cancelled, and keeps the figures so far', async () => {
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

  it('ends even if a suite finished just as it was cancelled', async () => {
    const all = actions.measure(SUITES);
    await actions.cancelMeasuring();
    await answer(done('psi'));
    await all;
    expect(asked).toHaveLength(1);
    expect(store.get(allFigures)).toEqual([figureOf('psi')]);
  });

  it('says which suite failed and why, until the next one starts', async () => {
    const error = { code: 'unexpected', message: 'Something went wrong.' } as const;
    const all = actions.measure(SUITES);
    await answer({ ok: false, error });
    await all;
    expect(store.get(measuringProblem)).toEqual({ suite: 'psi', error });
    expect(asked).toHaveLength(1);
    void actions.measure(['slots']);
    expect(store.get(measuringProblem)).toBeNull();
  });

  it('does not start twice, and cannot be cancelled before it starts', async () => {
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
  it('is open to everybody at any time, and the app never opens there by itself', () => {
    expect(store.get(openScreens).has('benchmarks')).toBe(true);
    expect(landingScreen(store)).toBe('welcome');
  });
});

describe('the figures in words', () => {
  it('have three significant digits, or every digit of the whole part if there are more', () => {
    expect(amount(1.9372, 'ms')).toBe('1.94 ms');
    expect(amount(24.63, 'ms')).toBe('24.6 ms');
    expect(amount(1356.4, 'mails/s')).toBe('1,356 a second');
    expect(amount(0.9137, '×')).toBe('0.91 times');
    expect(amount(47_672, 'bytes')).toBe('47,672 bytes');
  });

  it('give the spread of the runs where there is one', () => {
    expect(spread(figureOf('psi'))).toBe('1 to 3 in 5 runs');
    expect(spread({ ...figureOf('psi'), min: 2, max: 2 })).toBe('');
  });
});

function fileOf(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
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

  it('are those of docs/performance.md', () => {
    const rows = fileOf('docs/performance.md')
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

  it('come with what was measured, where and when, and say that this device runs no peer', () => {
    const [psi, dkim] = PEER_FIGURES.map(peerSentence);
    expect(psi).toBe(
      'A comparison of two lists of 100, both sides, with new keys: psi.js took 118 times as long as Waystamp. Measured in one run of the project’s benchmark, Chromium, 21 Nov 2026, with @openmined/psi.js 2.0.6. psi.js is no part of the app and is not run on this device: compare those two bars with one another.',
    );
    expect(dkim).toContain('in the middle of the turns Waystamp did 2.3 times as many as mailauth.');
  });
});
