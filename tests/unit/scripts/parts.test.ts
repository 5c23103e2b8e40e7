import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PARTS = fileURLToPath(new URL('../../../scripts/testing/parts.ts', import.meta.url));

/** A test command of three parts: one passes, one crashes, and one has a failing test. */
const COMMAND = `
  import { addRow, conclude, inLanes, inOrder } from ${JSON.stringify(PARTS)};
  addRow('before', 90);
  await inOrder([{ name: 'first', body: (show) => {
    show('hello');
    return { passed: 3, failed: 0, tests: [{ name: 'slow one', seconds: 7 }, { name: 'quick one', seconds: 1 }] };
  } }]);
  await inLanes([
    { name: 'crashing', body: () => { throw new Error('out of order'); } },
    { name: 'failing', body: async () => ({ passed: 1, failed: 1, failures: ['a test\\n    why'] }) },
    { name: 'last', body: async () => ({ passed: 2, failed: 0, warnings: ['NOT CHECKED'] }) },
  ]);
  conclude(['Long runs:', 'fuzz: short']);
`;

it('every part runs, and the end lists the minutes, the slowest tests, warnings, failures and the total', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', COMMAND], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toContain('first | hello\n');
  const told = stdout.slice(stdout.indexOf('\npart '));
  for (const row of [
    /^before +1\.5 +0 +0$/m,
    /^first +0\.0 +3 +0$/m,
    /^crashing +0\.0 +0 +1$/m,
    /^failing +0\.0 +1 +1$/m,
    /^last +0\.0 +2 +0$/m,
    /^all, in \d lanes +0\.0$/m,
  ])
    expect(told).toMatch(row);
  expect(told).toMatch(
    /The slowest tests:\n +7\.0 s {2}first \| slow one\n +1\.0 s {2}first \| quick one\n\nLong runs:\nfuzz: short\n/,
  );
  expect(told).toContain('!! NOT CHECKED');
  expect(told).toMatch(/Not ok: crashing\ncrashing\n {4}Error: out of order/);
  expect(told).toContain('Not ok: failing\na test\n    why');
  expect(told.trimEnd().split('\n').at(-1)).toBe('6 passed, 2 failed');
});
