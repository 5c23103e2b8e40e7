import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hashBody } from '../../../mail/dkim/canonical-body.ts';

const MEGABYTE = 1024 * 1024;
/** Memory that a check may use on top of the mail's own 25 MB. A copy of the body would need three times as much. */
const ALLOWED_BYTES = 8 * MEGABYTE;

const MEASURED = fileURLToPath(new URL('large-mail.ts', import.meta.url));

test.each([
  ['lines of base64', `${'QUJD'.repeat(19)}\r\n`],
  ['one line', 'word '],
  ['runs of white space', 'one  two \tthree \t\r\n'],
])('the body of a mail of 25 MB is hashed in bounded memory: %s', async (_, unit) => {
  const { stdout } = await promisify(execFile)(process.execPath, [MEASURED, unit]);
  const { extraBytes, reasons } = JSON.parse(stdout) as { extraBytes: number; reasons: string[] };
  const compared = 'The body was changed after it was signed';
  expect(reasons).toEqual([compared, compared]);
  expect(extraBytes).toBeLessThan(ALLOWED_BYTES);
});

test('a body of 25 MB gets the same hash in steps as in one piece', async () => {
  const body = Buffer.alloc(25 * MEGABYTE, `${'QUJD'.repeat(19)}\r\n`);
  const whole = body.subarray(0, body.lastIndexOf('\r\n') + 2);
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  for (const method of ['simple', 'relaxed'] as const) {
    const { hash, length } = await hashBody(whole, method);
    expect([Buffer.from(hash).toString('hex'), length]).toEqual([sha256(whole), whole.length]);
    const limited = await hashBody(whole, method, 20_000_000);
    expect(Buffer.from(limited.hash).toString('hex')).toBe(sha256(whole.subarray(0, 20_000_000)));
  }
});
