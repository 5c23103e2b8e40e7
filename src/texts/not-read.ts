/** The texts about mail that a scan could not read, or left out as spam or trash. */
import { MAX_UNREADABLE, type ScanProgress, type UnreadableMail } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import { count, listOf } from './amounts.ts';
import { mailDate } from './dates.ts';
import { notReadTexts, unreadableTexts } from './en/scan.ts';

/** `3 mails could not be read`. */
export function unreadableTitle(unreadable: number): string {
  return textsOf(notReadTexts).title(unreadable);
}

/** Which of them are listed, when that is not all; else null. */
export function unreadableLimit(unreadable: number): string | null {
  return unreadable > MAX_UNREADABLE
    ? textsOf(notReadTexts).limit({ most: count(MAX_UNREADABLE), all: count(unreadable) })
    : null;
}

/** Subject, date and reason, as a list shows them. */
export function unreadableLines({ subject, date, reason }: UnreadableMail): {
  subject: string;
  date: string;
  reason: string;
} {
  return {
    subject: subject ?? textsOf(notReadTexts).noSubject,
    date: mailDate(date),
    reason: textsOf(unreadableTexts)[reason],
  };
}

type LeftOut = ScanProgress['leftOut'];

/** How many mails were left out as spam or trash. */
export function leftOutMails(leftOut: LeftOut): number {
  return Object.values(leftOut).reduce((sum, mails) => sum + mails, 0);
}

/** `12 mails in spam or trash were left out`. */
export function leftOutTitle(leftOut: LeftOut): string {
  return textsOf(notReadTexts).leftOut(leftOutMails(leftOut));
}

/** By which labels they were, and what to do when one of those is the person's own. */
export function leftOutMeaning(leftOut: LeftOut): string {
  const texts = textsOf(notReadTexts);
  const labels = Object.entries(leftOut)
    .toSorted(([, one], [, other]) => other - one)
    .map(([label, mails]) => texts.label({ label, mails: count(mails) }));
  return texts.leftOutMeaning({ labels: listOf(labels) });
}
