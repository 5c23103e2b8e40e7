/** How often and in which steps a mail's body is hashed, counted by the turns given to other work. */
import { describe, expect, test } from 'vitest';
import { MAX_BODY_HASHES } from '../../../mail/dkim/body-hashes.ts';
import { hashBody } from '../../../mail/dkim/canonical-body.ts';
import type { DkimVerdict } from '../../../mail/dkim/verdict.ts';
import { verifySignatures } from '../../../mail/dkim/verify.ts';
import { splitMail } from '../../../mail/header/raw-mail.ts';
import { bytes, signMail } from '../../support/mail/reference-signer.ts';
import { OTHER_RSA, RSA_1024 } from '../../support/mail/test-keys.ts';

const KILOBYTE = 1024;
/** Bytes of a body that are read in one step. */
const STEP = 64 * KILOBYTE;
/** Steps of hashing the body below. */
const STEPS = 16;
const BODY = 'Some words!!\r\n'.repeat((STEPS * STEP) / 14);
const MAIL = `From: Devcon <tickets@devcon.org>\r\nTo: robin@mail.example\r\nSubject: x\r\n\r\n${BODY}`;

/** The mail with one signature for each set of tags. A given `bh` stands in for the hash of the body. */
function signed(...each: Record<string, string>[]): string {
  const header = MAIL.slice(0, -BODY.length);
  const fields = each.map((tags) => {
    const field = signMail(header, { key: RSA_1024.privateKey, tags: { h: 'From:To:Subject', ...tags } });
    return field.slice(0, -header.length);
  });
  return `${fields.join('')}${MAIL}`;
}

interface Checked {
  verdicts: DkimVerdict[];
  turns: number;
}

async function check(mail: string, records = [RSA_1024.record], wholeBodyOnly = false): Promise<Checked> {
  let turns = 0;
  const slice = async (): Promise<void> => void (turns += 1);
  const lookup = (): Promise<string[]> => Promise.resolve(records);
  const verdicts = await verifySignatures(splitMail(bytes(mail)), lookup, 0, { wholeBodyOnly, slice });
  return { verdicts, turns };
}

const LIMITS = Array.from({ length: 10 }, (_, at) => ({ l: `${BODY.length - 1000 - at}`, bh: 'AAAA' }));

describe('a body is hashed', () => {
  test('never for a signature without a known key', async () => {
    const { verdicts, turns } = await check(signed(...LIMITS, { bh: 'AAAA' }), []);
    expect(verdicts.slice(0, 10).every(({ cause }) => cause === 'key-missing')).toBe(true);
    expect(turns).toBe(verdicts.length);
  });

  test('once for all signatures that hash it in the same way', async () => {
    const { verdicts, turns } = await check(signed(...Array.from({ length: 10 }, () => ({ bh: 'AAAA' }))));
    expect(verdicts.map(({ cause }) => cause)).toEqual(Array.from({ length: 10 }, () => 'body-changed'));
    expect(turns).toBeLessThanOrEqual(STEPS + verdicts.length);
    expect(turns).toBeGreaterThan(STEPS - 2);
  });

  test('a few times at most; the other signatures are reported as not checked', async () => {
    const { verdicts, turns } = await check(signed(...LIMITS));
    const causes = verdicts.map(({ cause }) => cause);
    expect(causes.slice(0, MAX_BODY_HASHES).every((cause) => cause === 'body-changed')).toBe(true);
    expect(causes.slice(MAX_BODY_HASHES).every((cause) => cause === 'not-checked')).toBe(true);
    expect(verdicts.every(({ status, bodyLimited }) => status !== 'pass' && bodyLimited)).toBe(true);
    expect(turns).toBeLessThanOrEqual(MAX_BODY_HASHES * (2 * STEPS) + verdicts.length);
  });

  test('not for a signature with l= when only whole bodies count; a correct one is reported as limited', async () => {
    const { verdicts, turns } = await check(signed(...LIMITS), [RSA_1024.record], true);
    expect(verdicts.every(({ status, cause }) => status === 'policy' && cause === 'body-limited')).toBe(true);
    expect(turns).toBe(verdicts.length);

    const wrong = await check(signed(...LIMITS), [OTHER_RSA.record], true);
    expect(wrong.verdicts.every(({ cause }) => cause === 'signature-wrong')).toBe(true);
    expect((await check(signed({ l: '5' }), [RSA_1024.record])).verdicts[0]?.cause).toBe('body-changed');
  });
});

/** Repeats one unit before and after a letter. Whatever was held back must be written before the second letter. */
const body = (unit: string, size: number): Uint8Array =>
  bytes(`x${unit.repeat(size / unit.length)}y${unit.repeat(size / unit.length)}`);

async function turnsOfHashing(raw: Uint8Array, method: 'simple' | 'relaxed'): Promise<number> {
  let turns = 0;
  await hashBody(raw, method, Infinity, async () => void (turns += 1));
  return turns;
}

test.each(
  ['\n', '\r\n', '\r', ' ', '\t ', ' \n', 'a\n', 'a\t\t', 'a'].map((unit) => [JSON.stringify(unit), unit]),
)('a body of %s is hashed in steps, and in twice as many when it is twice as long', async (_, unit) => {
  for (const method of ['simple', 'relaxed'] as const) {
    const [once, twice] = [body(unit, 8 * STEP), body(unit, 16 * STEP)];
    const turns = await turnsOfHashing(once, method);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(once.length / STEP));
    expect(turns).toBeLessThanOrEqual(2 * Math.ceil(once.length / STEP));
    expect(await turnsOfHashing(twice, method)).toBeLessThanOrEqual(2 * turns + 2);
  }
});

test('line ends held back over many steps are also written in steps', async () => {
  const raw = bytes(`x${'\n'.repeat(16 * STEP)}y`);
  // Half of the steps read, and half write.
  expect(await turnsOfHashing(raw, 'simple')).toBeGreaterThanOrEqual(30);
});
