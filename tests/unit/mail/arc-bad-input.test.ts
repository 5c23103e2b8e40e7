/** Hostile seals get a verdict each, and take no more steps than ordinary mail of their size. */
import { describe, expect, test } from 'vitest';
import { verifySeals } from '../../../mail/arc/verify.ts';
import { verifySignatures } from '../../../mail/dkim/verify.ts';
import { splitMail } from '../../../mail/header/raw-mail.ts';
import { ordinaryMail, SEALED_SHAPES, KEY_RECORD } from '../../../worker/bench/mails/hostile-mails.ts';
import { lookup, seal, sealTimes, SIGNED, statuses } from './arc-setting.ts';

const SIZE = 512 * 1024;

interface Work {
  status: string;
  /** Times that the check gave way to other work. */
  slices: number;
  /** Keys that were asked for. */
  asked: number;
}

async function work(raw: Uint8Array, record = KEY_RECORD): Promise<Work> {
  let slices = 0;
  let asked = 0;
  const { status } = await verifySeals(
    splitMail(raw),
    () => {
      asked += 1;
      return Promise.resolve([record]);
    },
    { slice: async () => void (slices += 1) },
  );
  return { status, slices, asked };
}

describe.each(SEALED_SHAPES.map((shape) => [shape.name, shape] as const))('%s', (_, { mail }) => {
  test('gets a verdict, at most 51 keys are asked for, and steps grow with its size alone', async () => {
    const [once, twice] = [await work(mail(SIZE)), await work(mail(2 * SIZE))];
    expect(once.status).not.toBe('pass');
    expect(once.asked).toBeLessThanOrEqual(51);
    expect(twice.slices).toBeLessThanOrEqual(2 * once.slices + 4);
    const plain = await stepsForDkim(ordinaryMail(2 * SIZE));
    expect(twice.slices).toBeLessThanOrEqual(plain + 60);
  });
});

/** The steps for one DKIM signature over an ordinary mail of this size. */
async function stepsForDkim(raw: Uint8Array): Promise<number> {
  const text = new TextDecoder('latin1').decode(raw);
  const signed = new TextEncoder().encode(
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=devcon.org; s=a; h=from; bh=AA==; b=AA==\r\n${text}`,
  );
  let slices = 0;
  await verifySignatures(splitMail(signed), () => Promise.resolve([KEY_RECORD]), 0, {
    slice: async () => void (slices += 1),
  });
  return slices;
}

test.each([
  ['a seal of 100 KB', seal({ seal: { x: 'x'.repeat(100_000) } }), /^fail: An ARC header has no instance/],
  ['a message signature of 100 KB', seal({ message: { x: 'x'.repeat(100_000) } }), /^fail: An ARC header/],
  ['results of 100 KB', seal({ results: `none (${'x'.repeat(100_000)})` }), /^fail: An ARC header/],
  ['a seal of 60 KB', seal({ seal: { x: 'x'.repeat(60_000) } }), /^pass$/],
  [
    'a header that is cut',
    seal().replace('From:', `X: ${'x'.repeat(600_000)}\r\nFrom:`),
    /^permerror: Too much header/,
  ],
  ['a mail that is all headers', seal().replace(/\r\n\r\n[^]*/, ''), /^fail: The body was changed/],
  ['2000 names in h=', seal({ h: `from${':x'.repeat(2000)}` }), /^permerror: h= names too many/],
])('%s', async (_, mail, verdict) => {
  const [chain, newest] = await statuses(mail);
  expect(chain).toMatch(verdict);
  expect(newest).toMatch(/^nothing$|^pass$|^fail|^permerror/);
});

test('the body is hashed only if the signatures over the headers hold', async () => {
  const count = async (mail: string): Promise<number> => {
    let slices = 0;
    await verifySeals(splitMail(new Uint8Array(Buffer.from(mail, 'latin1'))), lookup, {
      slice: async () => void (slices += 1),
    });
    return slices;
  };
  const long = `${SIGNED}${'word '.repeat(200_000)}\r\n`;
  expect(await count(seal({}, long))).toBeGreaterThan(10);
  expect(await count(seal({}, long).replace('Subject: Y', 'Subject: Z'))).toBeLessThan(3);
  expect(await count(sealTimes(50, {}, long))).toBeLessThan(80);
});

test('checking the newest set alone asks for two keys, however long the chain is', async () => {
  let asked = 0;
  const raw = new Uint8Array(Buffer.from(sealTimes(50), 'latin1'));
  const verdict = await verifySeals(
    splitMail(raw),
    (name) => {
      asked += 1;
      return lookup(name);
    },
    { newestOnly: true },
  );
  expect([verdict.status, verdict.newest?.status, asked]).toEqual(['pass', 'pass', 2]);
});
