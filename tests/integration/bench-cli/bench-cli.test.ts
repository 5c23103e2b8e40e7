import { describe, expect, it } from 'vitest';
import { measurementsSchema } from '../../../worker/measurement.ts';
import { SUITES } from '../../bench/suites.ts';
import { runScript } from '../../support/run-script.ts';
import type { ScriptRun } from '../../support/run-script.ts';

const NOISE = new URL('noisy-suite.ts', import.meta.url).href;
const WAYS = ['process', 'descriptor', 'program', 'thread'];

/** Runs the command with a suite that prints to standard output. */
const bench = (args: string[], env: Record<string, string> = {}): Promise<ScriptRun> =>
  runScript('bench.ts', args, { env: { NODE_OPTIONS: `--import=${NOISE}`, ...env } });

function expectNoise(text: string): void {
  for (const way of WAYS) expect(text).toMatch(new RegExp(`^noise of (a|the) ${way}$`, 'm'));
}

describe('npm run bench', () => {
  it.each(Object.keys(SUITES))(
    '-- %s --json prints the figures and nothing else, whatever the suite prints',
    async (suite) => {
      const { exitCode, stdout, stderr } = await bench([suite, '--json'], { STAND_IN: 'figure' });
      expectNoise(stderr);
      expect(JSON.parse(stdout)).toMatchObject([{ suite, median: 2 }]);
      expect(exitCode).toBe(0);
    },
  );

  it('-- slots --json prints the figures of a suite that is measured', async () => {
    const { exitCode, stdout, stderr } = await bench(['slots', '--json']);
    expectNoise(stderr);
    const figures = measurementsSchema.parse(JSON.parse(stdout));
    expect(new Set(figures.map(({ suite }) => suite))).toEqual(new Set(['slots']));
    expect(figures.map(({ name }) => name.split(':')[0])).toEqual(
      expect.arrayContaining(['Node', 'Chromium']),
    );
    expect(exitCode).toBe(0);
  });

  it('prints one line per figure for people', async () => {
    const { stdout } = await bench(['slots', 'dkim'], { STAND_IN: 'figure' });
    expect(stdout).toBe('slots: a figure: 2 ms (1–3, 3 runs)\ndkim: a figure: 2 ms (1–3, 3 runs)\n');
  });

  it('prints no figures and fails when a suite fails', async () => {
    const { exitCode, stdout, stderr } = await bench(['slots', '--json'], { STAND_IN: 'fault' });
    expect(stdout).toBe('');
    expect(stderr).toContain('a fault of the suite');
    expect(stderr).toContain('The suite slots ended with code 1.');
    expect(exitCode).toBe(1);
  });
});
