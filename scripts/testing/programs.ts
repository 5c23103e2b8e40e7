/** Runs the programs of a test command's parts. */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { ending, failure } from './tally.ts';
import type { Ran, Tally } from './tally.ts';

/** Receives each line that a part prints. */
export type Show = (line: string) => void;

export type Env = Readonly<Record<string, string>>;

/** Runs a program to its end and shows its output, standard error included, line by line. */
export async function run(show: Show, command: string, args: readonly string[], env: Env = {}): Promise<Ran> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const lines: string[] = [];
  const read = async (stream: Readable): Promise<void> => {
    for await (const coloured of createInterface({ input: stream, crlfDelay: Infinity })) {
      const line = stripVTControlCharacters(coloured);
      lines.push(line);
      show(line);
    }
  };
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code] = await Promise.all([ended, read(child.stdout), read(child.stderr)]);
  return { ok: code === 0, output: `${lines.join('\n')}\n` };
}

/** Whether a program exists and succeeds with `args`; its output is not shown. */
export function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Runs a tool that only succeeds or fails; it counts as one test. */
export async function check(
  show: Show,
  command: string,
  args: readonly string[],
  env: Env = {},
): Promise<Tally> {
  const { ok, output } = await run(show, command, args, env);
  return ok
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [failure(`${command} ${args.join(' ')}`, ending(output))] };
}
