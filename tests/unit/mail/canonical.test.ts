import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashBody } from '../../../mail/dkim/canonical-body.ts';
import { canonicalField, withoutSignature } from '../../../mail/dkim/canonical-header.ts';
import { splitMail } from '../../../mail/header/raw-mail.ts';
import { bytes, relaxBody, relaxField, simplifyBody } from '../../support/mail/reference-signer.ts';

const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text, 'latin1').digest('hex');

/** The example of RFC 6376 3.4.5. */
const EXAMPLE = 'A: X\r\nB : Y\t\r\n\tZ  \r\n\r\n C \r\nD \t E\r\n\r\n\r\n';

test('the example of RFC 6376 3.4.5 has the canonical forms printed there', async () => {
  const { fields, body } = splitMail(bytes(EXAMPLE));
  expect(fields.map(({ line }) => canonicalField(line, 'relaxed'))).toEqual(['a:X', 'b:Y Z']);
  expect(fields.map(({ line }) => canonicalField(line, 'simple'))).toEqual(['A: X', 'B : Y\t\r\n\tZ  ']);
  expect(hex((await hashBody(body, 'relaxed')).hash)).toBe(sha256(' C\r\nD E\r\n'));
  expect(hex((await hashBody(body, 'simple')).hash)).toBe(sha256(' C \r\nD \t E\r\n'));
});

test('an empty body is a line end in simple and nothing in relaxed (RFC 6376 3.4.3, 3.4.4)', async () => {
  for (const body of ['', '\r\n', '\r\n\r\n\n']) {
    const simple = await hashBody(bytes(body), 'simple');
    expect(Buffer.from(simple.hash).toString('base64')).toBe('frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY=');
    expect(simple.length).toBe(2);
    const relaxed = await hashBody(bytes(body), 'relaxed');
    expect(Buffer.from(relaxed.hash).toString('base64')).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
    expect(relaxed.length).toBe(0);
  }
});

/** Bodies made of the characters that canonicalisation treats specially. */
const bodies = fc
  .array(fc.constantFrom(' ', '\t', '\r\n', '\r\n', 'a', 'b.', '\u00E9', '\0'), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

test('bodies hash as in the slow reference, whole and limited', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, fc.nat(40), async (body, limit) => {
      for (const [method, reference] of [
        ['relaxed', relaxBody] as const,
        ['simple', simplifyBody] as const,
      ]) {
        const canonical = reference(body);
        expect(hex((await hashBody(bytes(body), method)).hash)).toBe(sha256(canonical));
        expect(await hashBody(bytes(body), method, limit)).toEqual({
          hash: new Uint8Array(Buffer.from(sha256(canonical.slice(0, limit)), 'hex')),
          length: canonical.length,
        });
      }
    }),
    { numRuns: 500, seed: 6376 },
  );
});

test('bare LF hashes as CRLF, and a bare CR is content', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      for (const method of ['relaxed', 'simple'] as const) {
        expect(await hashBody(bytes(body.replaceAll('\r\n', '\n')), method)).toEqual(
          await hashBody(bytes(body), method),
        );
      }
    }),
    { numRuns: 200, seed: 1 },
  );
  expect(hex((await hashBody(bytes('a\rb \r\n\r'), 'relaxed')).hash)).toBe(sha256('a\rb\r\n\r\r\n'));
});

test('a body larger than the hashing buffer hashes as a whole', async () => {
  const body = `${'word  and\tword \r\n'.repeat(8000)}${' \r\n'.repeat(20_000)}end${'\r\n'.repeat(40_000)}`;
  expect(hex((await hashBody(bytes(body), 'relaxed')).hash)).toBe(sha256(relaxBody(body)));
  expect(hex((await hashBody(bytes(body), 'simple')).hash)).toBe(sha256(simplifyBody(body)));
});

test('header fields are relaxed as in the slow reference', () => {
  const piece = fc.constantFrom(' ', '\t', '\r\n ', '\r\n\t', 'a', 'B:', ';', '\u00E9', '\u00A0');
  fc.assert(
    fc.property(
      fc.constantFrom('Subject', 'X-A \t', 'b'),
      fc.array(piece, { maxLength: 30 }),
      (name, pieces) => {
        const field = `${name}:${pieces.join('')}`;
        expect(canonicalField(field, 'relaxed')).toBe(relaxField(field));
      },
    ),
    { numRuns: 500, seed: 2 },
  );
});

test('only the value of b= is emptied, whatever surrounds it', () => {
  expect(withoutSignature('DKIM-Signature: v=1; b=abc\r\n def ; bh=b=x; z=b=1')).toBe(
    'DKIM-Signature: v=1; b=; bh=b=x; z=b=1',
  );
  expect(withoutSignature('DKIM-Signature: v=1;\r\n\tb \t= abc\r\n')).toBe('DKIM-Signature: v=1;\r\n\tb \t=');
});

test('the header ends at the first empty line, and continuation lines belong to their field', () => {
  const { fields, body } = splitMail(bytes('From x@y Sat\nA: 1\n 2\r\nb : 3\r\nno field\r\n\nB: body\n\n'));
  expect(fields).toEqual([
    { name: 'a', line: 'A: 1\r\n 2' },
    { name: 'b', line: 'b : 3\r\nno field' },
  ]);
  expect(Buffer.from(body).toString()).toBe('B: body\n\n');
});
