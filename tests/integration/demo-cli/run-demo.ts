/** Runs `scripts/demo.ts` as a person does, and reads what it printed. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DemoReport } from '../../../scripts/demo-report.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/demo.ts', import.meta.url));

export interface DemoRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export function runDemo(args: readonly string[]): Promise<DemoRun> {
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const run: DemoRun = { exitCode: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (run.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (run.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ ...run, exitCode }));
  });
}

/** The report of a run with `--json`; throws with what was printed when the run failed. */
export async function demoReport(args: readonly string[]): Promise<DemoReport> {
  const { exitCode, stdout, stderr } = await runDemo(['--json', ...args]);
  if (exitCode !== 0) throw new Error(`The demo ended with code ${exitCode}.\n${stdout}\n${stderr}`);
  return JSON.parse(stdout) as DemoReport;
}
