import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ScriptRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program in `scripts/` to its end, as `npm run` does.
 *
 * @param options `env` is added to this process' own
 */
export function runScript(
  name: string,
  args: readonly string[],
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<ScriptRun> {
  const script = fileURLToPath(new URL(`../../scripts/${name}`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const run: ScriptRun = { exitCode: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (run.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (run.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ ...run, exitCode }));
  });
}
