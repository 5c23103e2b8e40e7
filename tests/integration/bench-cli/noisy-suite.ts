/**
 * Loaded by every Node process of a benchmark run (`--import`). In the process that measures, it prints on standard
 * output in every way that a suite could. It can then replace the suite: STAND_IN=figure sends a figure, =fault fails.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { Worker, isMainThread } from 'node:worker_threads';

if (isMainThread && process.send !== undefined) {
  console.log('noise of the process');
  writeSync(1, 'noise of the descriptor\n');
  spawnSync(process.execPath, ['-e', 'console.log("noise of a program")'], { stdio: 'inherit' });
  await once(new Worker('console.log("noise of a thread")', { eval: true }), 'exit');
  const { STAND_IN } = process.env;
  if (STAND_IN === 'fault') throw new Error('a fault of the suite');
  if (STAND_IN === 'figure') {
    const figure = {
      suite: process.argv.at(-1),
      name: 'a figure',
      unit: 'ms',
      median: 2,
      min: 1,
      max: 3,
      runs: 3,
    };
    process.send?.([figure], () => process.exit());
    await once(process, 'exit');
  }
}
