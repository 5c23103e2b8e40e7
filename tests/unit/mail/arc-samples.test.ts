import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifyArc } from '../../../mail/arc/verify.ts';
import { lookupReceiverKey } from '../../../mail/receivers.ts';
import { bytes } from '../../support/mail/reference-signer.ts';

/** Mail of real people, which is kept outside the repo; see the README there. */
const FOLDER = new URL('../../../../shared/fixtures/arc/', import.meta.url);

/** What that README expects: the instance and `cv=` of the newest set, the chain, and whose signature passed. */
const VERDICTS: Record<string, [instance: number, cv: string, chain: string, signer: string]> = {
  'residency.eml': [1, 'none', 'pass', '@succinct.xyz'],
  'hello.eml': [1, 'none', 'pass', '@gmail.com'],
  'test.eml': [1, 'none', 'pass', '@googlemail.com'],
  'lorem-ipsum.eml': [2, 'pass', 'permerror', '@outlook.com'],
  'newsletter.eml': [1, 'none', 'pass', '@starknet.org'],
};

const present = existsSync(FOLDER);
const samples = present ? Object.entries(VERDICTS) : [];
const keys = present
  ? (JSON.parse(readFileSync(new URL('keys.json', FOLDER), 'utf8')) as Record<string, string[]>)
  : {};

const lookup = (name: string): Promise<string[]> => Promise.resolve(keys[name] ?? []);

function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'latin1');
}

test.each([
  present
    ? 'ARC samples are checked'
    : 'ARC samples are NOT CHECKED: ../shared/fixtures/arc is missing beside the checkout',
])('%s', () => {
  if (!present) console.warn(`\n!!! ARC samples are NOT CHECKED: ${FOLDER.pathname} is missing !!!\n`);
  expect(samples).toHaveLength(present ? Object.keys(VERDICTS).length : 0);
});

test.each(samples)('the sample %s gets its verdict', async (file, [instance, cv, chain, signer]) => {
  const result = await verifyArc(bytes(read(file)), lookup);
  expect(result.status).toBe(chain);
  expect(result.newest).toMatchObject({
    instance,
    cv,
    sealer: 'google.com',
    authservId: 'mx.google.com',
    status: 'pass',
  });
  const passed = result.newest?.results.filter(
    ({ method, result: said }) => `${method}=${said}` === 'dkim=pass',
  );
  expect(passed?.map(({ properties }) => properties['header.i'])).toContain(signer);
});

test.each(samples)('the sample %s gets the same verdict with the shipped keys', async (file) => {
  const raw = bytes(read(file));
  expect(await verifyArc(raw, lookupReceiverKey)).toEqual(await verifyArc(raw, lookup));
});

test.each(samples)('the sample %s gets the same verdict with other line ends', async (file) => {
  const withLf = read(file).replaceAll('\r\n', '\n');
  const result = await verifyArc(bytes(read(file)), lookup);
  expect(await verifyArc(bytes(withLf), lookup)).toEqual(result);
  expect(await verifyArc(bytes(withLf.replaceAll('\n', '\r\n')), lookup)).toEqual(result);
});

/** The lines of a field that the newest set covers, from its first letter to before its line end. */
function coveredFields(mail: string): string[] {
  const header = mail.slice(0, mail.indexOf('\n\n'));
  const fields = header.split(/\n(?![ \t])/);
  const signature = fields.find((field) => field.startsWith('ARC-Message-Signature')) ?? '';
  const names = (/\bh=([^;]*)/.exec(signature)?.[1] ?? '').replaceAll(/\s/g, '').split(':');
  const covered = fields.filter((field) => field.startsWith('ARC-'));
  for (const name of new Set(names)) {
    const mentions = names.filter((other) => other === name).length;
    const standing = fields.filter((field) => field.toLowerCase().startsWith(`${name}:`));
    covered.push(...standing.slice(-mentions));
  }
  return covered;
}

describe.each(samples)('a changed letter in %s', (file) => {
  const mail = present ? read(file).replaceAll('\r\n', '\n') : '';
  const newest = async (text: string): Promise<string | undefined> =>
    (await verifyArc(bytes(text), lookup)).newest?.status;

  test('is seen in every header that counts', async () => {
    const covered = coveredFields(mail);
    expect(covered.length).toBeGreaterThanOrEqual(8);
    for (const field of covered) {
      // The last letter or digit but one: of a name, an address, a hash, a signature or a date.
      const at = `\n${mail}`.indexOf(`\n${field}`) + field.search(/[A-Za-z0-9](?=[A-Za-z0-9][^A-Za-z0-9]*$)/);
      const letter = mail.charAt(at);
      const changed = `${mail.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${mail.slice(at + 1)}`;
      expect([field, await newest(changed)]).not.toEqual([field, 'pass']);
    }
  });

  test('is seen wherever it is in the body', async () => {
    const start = mail.indexOf('\n\n') + 2;
    for (let part = 0; part < 10; part += 1) {
      const at = start + Math.floor(((mail.length - start) * part) / 10);
      const letter = mail.slice(at).search(/[A-Za-z]/) + at;
      const changed = `${mail.slice(0, letter)}${mail.charAt(letter) === 'x' ? 'y' : 'x'}${mail.slice(letter + 1)}`;
      expect(await newest(changed)).toBe('fail');
    }
    expect(await newest(`${mail}more`)).toBe('fail');
    expect(await newest(mail.slice(0, -20))).toBe('fail');
  });

  test('is not seen where nothing is covered', async () => {
    expect(await newest(mail.replace(/^Delivered-To: .*/m, 'Delivered-To: somebody@gmail.com'))).toBe('pass');
    expect(await newest(`X-Odd: 1\n${mail}`)).toBe('pass');
  });
});
