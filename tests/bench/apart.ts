import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { measurementsSchema, type Measurement } from '../../worker/measurement.ts';

const PROGRAM = fileURLToPath(new URL('suite-process.ts', import.meta.url));

/**
 * Measures a suite in a separate process whose standard output goes to our standard error. Whatever prints there (the
 * suite, one of its threads, a program that it starts), our own standard output has only the figures.
 *
 * @throws when the process ends without figures; it has printed the reason
 */
export async function measuredApart(suite: string): Promise<Measurement[]> {
  const measuring = fork(PROGRAM, [suite], { stdio: ['ignore', 2, 2, 'ipc'] });
  let figures: unknown;
  measuring.once('message', (message) => {
    figures = message;
  });
  const [code, signal] = (await once(measuring, 'close')) as [number | null, NodeJS.Signals | null];
  if (figures === undefined) throw new Error(`The suite ${suite} ended with ${signal ?? `code ${code}`}.`);
  return measurementsSchema.parse(figures);
}
