/** The words about mail that a scan did not read: what could not be read, and what was left out as spam or trash. */
import { MAX_UNREADABLE, type ScanProgress, type UnreadableMail } from '../../worker/contract.ts';
import { count, countOf, listOf } from './amounts.ts';
import { mailDate } from './dates.ts';

/** Why a mail could not be read. Every reason of the contract has its sentence. */
export const UNREADABLE_TEXTS: Readonly<Record<UnreadableMail['reason'], string>> = {
  'no-header': 'It has no header, so there is no sender or subject to go by.',
  'header-too-large': 'Its header is far larger than a real one, so it was not read on.',
  'broken-mime': 'It is damaged: its parts cannot be taken apart.',
  'read-in-part': 'It is very long, so only the beginning of its text was read.',
  'too-large': 'It is too large to be read on this device.',
  'stopped-worker':
    'Reading it has stopped the app twice, so it was skipped. You can have it read once more.',
  refused: 'The mailbox refused to hand it out, again and again. The next scan tries once more.',
  'no-answer': 'The mailbox answered with an error each time. The next scan tries once more.',
};

/** `3 mails could not be read`. */
export function unreadableTitle(unreadable: number): string {
  return `${countOf(unreadable, 'mail')} could not be read`;
}

/** What it means for the person that mails could not be read. */
export const UNREADABLE_MEANING =
  'The scan went on; nothing else is affected. Should your ticket be in one of them, you can still tick the event by hand.';

/** Which of them are listed, when that is not all; else null. */
export function unreadableLimit(unreadable: number): string | null {
  return unreadable > MAX_UNREADABLE
    ? `Only the newest ${count(MAX_UNREADABLE)} of ${count(unreadable)} are listed.`
    : null;
}

/** Subject, date and reason, as a list shows them. */
export function unreadableLines({ subject, date, reason }: UnreadableMail): {
  subject: string;
  date: string;
  reason: string;
} {
  return { subject: subject ?? 'Subject not known', date: mailDate(date), reason: UNREADABLE_TEXTS[reason] };
}

type LeftOut = ScanProgress['leftOut'];

/** How many mails were left out as spam or trash. */
export function leftOutMails(leftOut: LeftOut): number {
  return Object.values(leftOut).reduce((sum, mails) => sum + mails, 0);
}

/** `12 mails in spam or trash were left out`. */
export function leftOutTitle(leftOut: LeftOut): string {
  const mails = leftOutMails(leftOut);
  return `${countOf(mails, 'mail')} in spam or trash ${mails === 1 ? 'was' : 'were'} left out`;
}

/** By which labels they were, and what to do when one of those is the person's own. */
export function leftOutMeaning(leftOut: LeftOut): string {
  const labels = Object.entries(leftOut)
    .toSorted(([, one], [, other]) => other - one)
    .map(([label, mails]) => `“${label}” on ${count(mails)}`);
  return `In this file they carry Gmail’s labels for spam and trash: ${listOf(labels)}. Is one of these a label of your own? Give it another name in Gmail and export the mail again; then it is read.`;
}
