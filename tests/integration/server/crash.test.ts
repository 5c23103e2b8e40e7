/** Faults outside any request: the process ends with an exit code, and its last output contains no secret. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../../server/operator/describe-error.ts';
import { logFaults } from '../../support/server/log-faults.ts';
import { useServerProcesses } from '../../support/server/server-processes.ts';

const { folder, start } = useServerProcesses();

const SECRET = 'someone@mail.example';
/** An error like Drizzle's: the message has the statement and its values, and the cause is the driver's error. */
const FAULT = `Object.assign(
  new Error('Failed query: select "id" from "users"\\nparams: ${SECRET}\\n    at ${SECRET} (/x.ts:1:1)', {
    cause: new Error('value "${SECRET}" is too long'),
  }),
  { query: 'select', params: ['${SECRET}'] },
)`;

/** Starts a server with a module that fails on a signal. */
async function startFailing(failing: string) {
  const file = join(folder(), 'fault.mjs');
  await writeFile(file, `process.on('SIGUSR2', () => { ${failing} });\n`);
  return start({ env: { NODE_OPTIONS: `--import=${pathToFileURL(file).href}`, LOG_LEVEL: 'debug' } });
}

describe('a server that', () => {
  it.each([
    ['throws outside every request', `throw ${FAULT};`],
    ['leaves a rejection to nobody', `Promise.reject(${FAULT});`],
  ])('%s ends with an exit code, and logs where it failed without the values', async (_name, failing) => {
    const server = await startFailing(failing);
    const ended = server.kill('SIGUSR2');
    await ended;
    expect(server.exitCode()).toBe(1);
    const lines = server.output().split('\n');
    expect(lines.filter((line) => line.includes('the server ended on a fault'))).toHaveLength(1);
    expect(server.output()).not.toContain(SECRET);
    expect(logFaults(lines, { paths: [] })).toEqual([]);
  });
});

describe('the log of an error', () => {
  it('has its kind, its code, and where it happened, never its message', () => {
    const cause = Object.assign(new TypeError(SECRET), { code: '22001' });
    const described = describeError(new Error(`first\n    at ${SECRET} (x.ts:1:2)`, { cause }));
    expect(described).toMatchObject({ error: 'Error', cause: { error: 'TypeError', code: '22001' } });
    expect(JSON.stringify(described)).toContain('crash.test.ts');
    expect(JSON.stringify(described)).not.toContain(SECRET);
  });

  it('has only the type of something that is not an error', () => {
    expect(describeError(SECRET)).toEqual({ error: 'string' });
  });

  it('has no stack if the message was changed after the error was made', () => {
    const error = new Error(`first\n    at ${SECRET} (x.ts:1:2)`);
    error.message = 'second';
    expect(JSON.stringify(describeError(error))).not.toContain(SECRET);
  });
});
