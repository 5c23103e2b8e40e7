/** Runs `scripts/demo.ts` as a person would, and reads its output. */
import type { DemoReport } from '../../../scripts/demo-report.ts';
import { runScript } from '../../support/run-script.ts';
import type { ScriptRun } from '../../support/run-script.ts';

export const runDemo = (args: readonly string[]): Promise<ScriptRun> => runScript('demo.ts', args);

/** The report of a run with `--json`. If the run fails, throws with its output. */
export async function demoReport(args: readonly string[]): Promise<DemoReport> {
  const { exitCode, stdout, stderr } = await runDemo(['--json', ...args]);
  if (exitCode !== 0) throw new Error(`The demo ended with code ${exitCode}.\n${stdout}\n${stderr}`);
  return JSON.parse(stdout) as DemoReport;
}
