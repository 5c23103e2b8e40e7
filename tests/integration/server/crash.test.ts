/** Faults that no request answers for: the process ends, with a code, and its last words hold no secret. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../../server/web/log.ts';
import { logFaults } from '../../support/server/log-faults.ts';
import { useServerProcesses } from '../../support/server/server-processes.ts';

const { folder, start } = useServerProcesses();

const SECRET = 'someone@mail.example';
/** As Drizzle's: the statement and its values in the message, the driver's error below it. */
const FAULT = `Object.assign(
  new Error('Failed query: select "id" from "users"\\nparams: ${SECRET}\\n    at ${SECRET} (/x.ts:1:1)', {
    cause: new Error('value "${SECRET}" is too long'),
  }),
  { query: 'select', params: ['${SECRET}'] },
)`;

/** A server into which a module is loaded that fails on a signal. */
async function startFailing(failing: string) {
  const file = join(folder(), 'fault.mjs');
  await writeFile(file, `process.on('SIGUSR2', () => { ${failing} });\n`);
  return start({ env: { NODE_OPTIONS: `--import=${pathToFileURL(file).href}`, LOG_LEVEL: 'debug' } });
}

describe('a server that', () => {
  it.each([
    ['throws outside every request', `throw ${FAULT};`],
    ['leaves a rejection to nobody', `Promise.reject(${FAULT});`],
  ])('%s ends with a code, and tells where without the values', async (_name, failing) => {
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

describe('what is logged of an error', () => {
  it('is its kind, its code, and where it happened, never its message', () => {
    const cause = Object.assign(new TypeError(SECRET), { code: '22001' });
    const described = describeError(new Error(`first\n    at ${SECRET} (x.ts:1:2)`, { cause }));
    expect(described).toMatchObject({ error: 'Error', cause: { error: 'TypeError', code: '22001' } });
    expect(JSON.stringify(described)).toContain('crash.test.ts');
    expect(JSON.stringify(described)).not.toContain(SECRET);
  });

  it('is only its type where it is no error', () => {
    expect(describeError(SECRET)).toEqual({ error: 'string' });
  });

  it('is nothing of a stack whose message was changed after it was made', () => {
    const error = new Error(`first\n    at ${SECRET} (x.ts:1:2)`);
    error.message = 'second';
    expect(JSON.stringify(describeError(error))).not.toContain(SECRET);
  });
});
