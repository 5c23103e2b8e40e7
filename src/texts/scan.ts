/** The words of a scan's progress. */
import type { Activity, ScanEstimate, ScanProgress } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import { bytes, count, duration } from './amounts.ts';
import { activityTexts, progressTexts, scanTexts } from './en/scan.ts';

/** From 0 to 1; null while the total is unknown. */
export function progressShare({ done, total }: ScanProgress): number | null {
  return total > 0 ? Math.min(1, done / total) : null;
}

/** Percent between two announcements of the progress; more of them would talk over everything else. */
const ANNOUNCED_STEP = 10;

/** `3 stamps found` */
export function foundWords(stamps: number): string {
  return textsOf(progressTexts).found(stamps);
}

/** What a screen reader says while mail is read: again with every step and every stamp, never with every mail. */
export function announcement(progress: ScanProgress, stamps: number): string {
  const found = foundWords(stamps);
  const share = progressShare(progress);
  if (share === null) return found;
  const percent = Math.floor((share * 100) / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return textsOf(progressTexts).announced({ percent, found });
}

/** What is going on, as the screen's title. */
export function headline({ phase, source, fileName }: ScanProgress): string {
  const texts = textsOf(progressTexts);
  if (source === 'file') return texts.readingFile({ name: fileName ?? texts.theFile });
  return phase === 'searching' ? texts.searching : texts.reading;
}

/** What the scan is doing; empty while it does not run. */
export function activityText(activity: Activity | null): string {
  if (activity === null) return '';
  const texts = textsOf(activityTexts);
  switch (activity.kind) {
    case 'searching':
      return texts.searching({ sender: activity.sender });
    case 'mail':
      return texts.mail({ number: count(activity.number), of: count(activity.of) });
    case 'file':
      return texts.file({ name: activity.name ?? texts.theFile });
    case 'waiting':
      return texts.waiting(activity.seconds);
    case 'opening':
    case 'narrowing':
    case 'headers':
      return texts[activity.kind];
    default:
      return activity satisfies never;
  }
}

/** The one number of the screen, the mails that were read, and of how many. A file is measured in bytes. */
export function scanAmount(progress: ScanProgress): { number: string; rest: string } {
  const texts = textsOf(progressTexts);
  const { done, total, unit, mailsRead, mails, thorough } = progress;
  const number = count(mailsRead);
  if (unit === 'bytes') {
    const noun = texts.mails(mailsRead);
    if (total === 0) return { number, rest: noun };
    return { number, rest: texts.ofBytes({ mails: noun, done: bytes(done), total: bytes(total) }) };
  }
  if (mails === 0) return { number, rest: texts.mailsRead };
  return { number, rest: thorough ? texts.ofAbout(mails) : texts.ofSearch(mails) };
}

/** `68 mails read`, once a scan has ended; empty when it had nothing to read. */
export function readWords({ mailsRead }: ScanProgress): string {
  return mailsRead === 0 ? '' : textsOf(progressTexts).read(mailsRead);
}

/** What a thorough scan will take. The mailbox counts mails that no scan reads. */
export function estimateSentence({ mails, thoroughMs }: ScanEstimate): string {
  return textsOf(scanTexts).estimate(mails, { time: duration(thoroughMs) });
}
