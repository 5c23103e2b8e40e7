import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import { bytes } from '../../support/mail/reference-signer.ts';

/** Mail of real people, which is kept outside the repo; see the README there. */
const FOLDER = new URL('../../../../shared/fixtures/dkim/', import.meta.url);

/** What that README expects of each signature: its signer and whether it passes. */
const VERDICTS: Record<string, [domain: string, statuses: string[], keyBits: number][]> = {
  'real-amazon.eml': [
    ['amazon.com', ['pass'], 1024],
    ['amazonses.com', ['temperror', 'permerror'], 0],
  ],
  'real-cnn-newsletter.eml': [['newsletters.cnn.com', ['pass'], 2048]],
  'real-cnn-alerts.eml': [['emailalerts.cnn.com', ['pass'], 2048]],
  'real-fastmail-private.eml': [
    ['fastmail.com', ['pass'], 2048],
    ['messagingengine.com', ['temperror', 'permerror'], 0],
  ],
  'real-fastmail-welcome.eml': [
    ['fastmail.com', ['pass'], 2048],
    ['messagingengine.com', ['temperror', 'permerror'], 0],
  ],
  'rfc6376-A.2.eml': [['example.com', ['pass'], 1024]],
  'rfc6376-A.2-body_modified.eml': [['example.com', ['fail'], 0]],
  'rfc6376-A.2-header_subject_modified.eml': [['example.com', ['fail'], 1024]],
  'rfc6376-A.2-ill_formed-missing_v.eml': [['example.com', ['permerror'], 0]],
  'rfc8463-A.3.eml': [
    ['football.example.com', ['pass'], 256],
    ['football.example.com', ['pass'], 1024],
  ],
  'rfc8463-A.3-key_algo_mismatch.eml': [
    ['football.example.com', ['permerror'], 1024],
    ['football.example.com', ['permerror'], 256],
  ],
};

const classifier = createClassifier(CATALOG);
const present = existsSync(FOLDER);
const samples = present ? Object.entries(VERDICTS) : [];
const keys = present
  ? (JSON.parse(readFileSync(new URL('keys.json', FOLDER), 'utf8')) as Record<string, string>)
  : {};

function lookup(name: string): Promise<string[]> {
  return Promise.resolve(keys[name] ? [keys[name]] : []);
}

function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'latin1');
}

test.each([
  present
    ? 'DKIM samples are checked'
    : 'DKIM samples are NOT CHECKED: ../shared/fixtures/dkim is missing beside the checkout',
])('%s', () => {
  if (!present) console.warn(`\n!!! DKIM samples are NOT CHECKED: ${FOLDER.pathname} is missing !!!\n`);
  expect(samples).toHaveLength(present ? Object.keys(VERDICTS).length : 0);
});

test.each(samples)('the sample %s gets its verdicts', async (file, verdicts) => {
  const raw = bytes(read(file));
  const results = await verifyDkim(raw, lookup);
  expect(results.map(({ domain }) => domain)).toEqual(verdicts.map(([domain]) => domain));
  for (const [at, [, statuses, keyBits]] of verdicts.entries()) {
    expect(statuses).toContain(results[at]?.status);
    expect(results[at]?.keyBits).toBe(keyBits);
  }
  expect((await parseMail(raw)).unreadable).toBeNull();
});

test.each(samples)('the sample %s gets the same verdicts with other line ends', async (file) => {
  const withLf = read(file).replaceAll('\r\n', '\n');
  const results = await verifyDkim(bytes(read(file)), lookup);
  expect(await verifyDkim(bytes(withLf), lookup)).toEqual(results);
  expect(await verifyDkim(bytes(withLf.replaceAll('\n', '\r\n')), lookup)).toEqual(results);
});

test.each(samples)('the sample %s, which is about no event, attests nothing', async (file) => {
  const sent = { messageId: 'x', raw: bytes(read(file)), internalDate: null };
  const { evidence, unreadable } = await mailToEvidence(sent, { catalog: CATALOG, classifier, lookup });
  expect([evidence, unreadable]).toEqual([[], null]);
});
