import { describe, expect, it } from 'vitest';
import { IDLE_SCAN, type ScanProgress } from '../../../../worker/contract.ts';
import { estimateSentence, readWords, scanAmount } from '../../../../src/texts/scan.ts';

function words(progress: Partial<ScanProgress>): string {
  const { number, rest } = scanAmount({ ...IDLE_SCAN, ...progress });
  return `${number} ${rest}`;
}

describe('the numbers of a scan', () => {
  it('count mails read out of the mails to read, not steps of the bar', () => {
    const half = { done: 1_234, total: 2_292, mailsRead: 1_200, mails: 2_224, candidates: 68 };
    expect(words({ ...half, thorough: true })).toBe('1,200 of about 2,224 mails read');
    expect(words({ done: 12, total: 68, mailsRead: 12, mails: 68 })).toBe(
      '12 of 68 mails that a search found',
    );
    expect(words({})).toBe('0 mails read');
  });

  it('count one mail as one', () => {
    expect(words({ mailsRead: 1, mails: 1 })).toBe('1 of 1 mail that a search found');
    expect(words({ unit: 'bytes', mailsRead: 1, done: 500, total: 1_000 })).toBe(
      '1 mail in 500 bytes of 1.0 kB',
    );
    expect(words({ unit: 'bytes', mailsRead: 2 })).toBe('2 mails');
    expect(readWords({ ...IDLE_SCAN, mailsRead: 1 })).toBe('1 mail read');
  });

  it('are the same while it runs and when it is done', () => {
    const done: ScanProgress = {
      ...IDLE_SCAN,
      phase: 'done',
      thorough: true,
      mailsRead: 2_224,
      mails: 2_224,
    };
    expect(scanAmount(done).number).toBe('2,224');
    expect(readWords(done)).toBe('2,224 mails read');
    expect(readWords(IDLE_SCAN)).toBe('');
  });

  it('say that the mailbox counts mails that no scan reads', () => {
    expect(estimateSentence({ mails: 2_282, searchMs: 1, thoroughMs: 12_000 })).toBe(
      'Your mailbox holds 2,282 mails, spam and trash included: it takes about 20 seconds.',
    );
    expect(estimateSentence({ mails: 1, searchMs: 1, thoroughMs: 5 })).toContain('1 mail, ');
    expect(estimateSentence({ mails: 1, searchMs: 1, thoroughMs: 5 })).toContain('it takes a few seconds');
  });
});
