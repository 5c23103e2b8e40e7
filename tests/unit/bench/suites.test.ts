/** The suites for the worker's mail code: they give their figures, but none when a result is wrong. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SUITES, type OfferedSuite } from '../../../src/state/benchmarks.ts';
import { measurementsSchema, type Measurement } from '../../../worker/measurement.ts';
import { runSuite } from '../../../worker/bench/suites.ts';
import { expectDrawn } from './drawn-figures.ts';
import { tickingClock } from './ticking-clock.ts';

/** Replaces one of the product's results with a wrong one. */
const wrong = vi.hoisted(() => ({ is: '' }));

vi.mock(import('../../../catalog/index.ts'), async (original) => {
  const catalog = await original();
  const slotOf = (subject: string): number =>
    catalog.slotOf(subject) + (wrong.is === 'slots' && subject.endsWith('4999') ? 1 : 0);
  return { ...catalog, slotOf };
});

vi.mock(import('../../../mail/mime/parse-mail.ts'), async (original) => {
  const mime = await original();
  return {
    ...mime,
    parseMail: async (raw) => {
      const mail = await mime.parseMail(raw);
      return wrong.is === 'mime' ? { ...mail, parts: mail.parts.map((part) => part.slice(1)) } : mail;
    },
  };
});

vi.mock(import('../../../mail/dkim/verify.ts'), async (original) => {
  const dkim = await original();
  return {
    ...dkim,
    verifyDkim: async (...mail) => {
      const results = await dkim.verifyDkim(...mail);
      for (const result of results) if (wrong.is === result.status) result.status = 'neutral';
      return results;
    },
  };
});

vi.mock(import('../../../worker/evidence/index.ts'), async (original) => {
  const evidence = await original();
  return {
    ...evidence,
    createClassifier: (catalog) => {
      const classifier = evidence.createClassifier(catalog);
      return {
        ...classifier,
        attest: (text) => (wrong.is === 'attest' ? ['edcon'] : classifier.attest(text)),
      };
    },
  };
});

afterEach(() => {
  wrong.is = '';
});

/** Each reading of the clock takes a millisecond, so each run takes 1 ms, whatever it does. */
async function figuresOf(suite: OfferedSuite): Promise<Record<string, Measurement>> {
  const figures = measurementsSchema.parse(await runSuite(suite, tickingClock()));
  expectDrawn(suite, figures);
  return Object.fromEntries(figures.map((figure) => [figure.name, figure]));
}

describe('a suite', () => {
  it('of slots gives both rates and their ratio', async () => {
    expect(await figuresOf('slots')).toMatchObject({
      slots: { unit: 'subjects/s', median: 5_000_000, runs: 40 },
      'bare @noble/hashes': { unit: 'subjects/s', median: 5_000_000, runs: 40 },
      'slots ÷ bare @noble/hashes': { unit: '×', median: 1, runs: 40 },
    });
  });

  it('of MIME gives the rate in mails and in bytes', async () => {
    const figures = await figuresOf('mime');
    expect(figures).toMatchObject({ 'mails read': { unit: 'mails/s', median: 100_000, runs: 9 } });
    expect(figures['size of a mail']?.runs).toBe(100);
    expect(figures['bytes read']?.median).toBeCloseTo(5_000, -4);
  });

  it('of DKIM gives the rate', async () => {
    expect(await figuresOf('dkim')).toMatchObject({
      'signatures verified, RSA 2048, 10 KB': { unit: 'mails/s', median: 50_000, runs: 30 },
    });
  });

  it('of attestation gives the rate', async () => {
    expect(await figuresOf('attest')).toMatchObject({
      'mails attested': { unit: 'mails/s', median: 100_000, runs: 30 },
    });
  });

  it.each([
    ['slots', 'slots', /^The slot of “.* 4999” is wrong\.$/],
    ['mime', 'mime', 'was read wrong'],
    ['dkim', 'pass', 'A signed mail does not verify.'],
    ['dkim', 'fail', 'A mail verifies that was changed after it was signed.'],
    ['attest', 'attest', 'attests other events than it should'],
  ] as const)('of %s gives no figure when a result is wrong (%s)', async (suite, result, complaint) => {
    wrong.is = result;
    await expect(runSuite(suite, tickingClock())).rejects.toThrow(complaint);
  });

  it.each(SUITES)('of %s ends between two runs when it is cancelled', async (suite) => {
    const reason = new Error('not wanted');
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
      await Promise.resolve();
      if (pauses === 3) throw reason;
    };
    await expect(runSuite(suite, { ...tickingClock(), pause })).rejects.toBe(reason);
    expect(pauses).toBe(3);
  });
});
