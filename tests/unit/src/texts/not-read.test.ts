import { describe, expect, it } from 'vitest';
import { MAX_UNREADABLE, type UnreadableMail } from '../../../../worker/contract.ts';
import {
  leftOutMails,
  leftOutMeaning,
  leftOutTitle,
  unreadableLimit,
  unreadableLines,
  unreadableTitle,
} from '../../../../src/texts/not-read.ts';
import { textsOf } from '../../../../src/language/language.ts';
import { unreadableTexts } from '../../../../src/texts/en/scan.ts';

const REASONS: Record<UnreadableMail['reason'], true> = {
  'no-header': true,
  'header-too-large': true,
  'broken-mime': true,
  'read-in-part': true,
  'too-large': true,
  'stopped-worker': true,
  refused: true,
  'no-answer': true,
};

describe('mails that could not be read', () => {
  it.each(Object.keys(REASONS) as UnreadableMail['reason'][])(
    'have a plain explanation when they are %s',
    (reason) => {
      const mail = { messageId: 'a', source: 'file', subject: 'Lunch', date: null } as const;
      const { subject, date, reason: text } = unreadableLines({ ...mail, reason });
      expect([subject, date]).toEqual(['Lunch', '']);
      expect(text).toMatch(/^[A-Z].+\.$/);
      expect(text).not.toMatch(/MIME|HTTP|byte|parse/i);
      expect(Object.values(textsOf(unreadableTexts)).filter((other) => other === text)).toHaveLength(1);
    },
  );

  it('say when their subject is unknown, and when they were sent', () => {
    const lines = unreadableLines({
      messageId: 'a',
      source: 'account',
      reason: 'refused',
      subject: null,
      date: new Date(2024, 9, 1).getTime(),
    });
    expect(lines).toMatchObject({ subject: 'Subject not known', date: '1 Oct 2024' });
  });

  it('are counted in words', () => {
    expect([unreadableTitle(1), unreadableTitle(3)]).toEqual([
      '1 mail could not be read',
      '3 mails could not be read',
    ]);
  });

  it('say when not all of them are listed', () => {
    expect(unreadableLimit(MAX_UNREADABLE)).toBeNull();
    expect(unreadableLimit(MAX_UNREADABLE + 1_034)).toBe('Only the newest 200 of 1,234 are listed.');
  });
});

describe('mails in spam or trash', () => {
  it('are counted, with the labels that mark them', () => {
    const leftOut = { Papierkorb: 2, Spam: 10 };
    expect(leftOutMails(leftOut)).toBe(12);
    expect(leftOutTitle(leftOut)).toBe('12 mails in spam or trash were left out');
    expect(leftOutMeaning(leftOut)).toContain('“Spam” on 10 and “Papierkorb” on 2.');
    expect(leftOutTitle({ Spam: 1 })).toBe('1 mail in spam or trash was left out');
    expect(leftOutMails({})).toBe(0);
  });
});
