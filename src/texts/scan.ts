/** The words of a scan's progress. */
import type { ScanEstimate, ScanProgress } from '../../worker/contract.ts';
import { bytes, count, countOf, duration } from './amounts.ts';

/** From 0 to 1; null while the total is unknown. */
export function progressShare({ done, total }: ScanProgress): number | null {
  return total > 0 ? Math.min(1, done / total) : null;
}

/** Percent between two announcements of the progress; more of them would talk over everything else. */
const ANNOUNCED_STEP = 10;

/** What a screen reader says while mail is read: again with every step and every stamp, never with every mail. */
export function announcement(progress: ScanProgress, stamps: number): string {
  const found = `${countOf(stamps, 'stamp')} found`;
  const share = progressShare(progress);
  if (share === null) return found;
  return `${Math.floor((share * 100) / ANNOUNCED_STEP) * ANNOUNCED_STEP} % read, ${found}`;
}

/** What is going on, as the screen's title. */
export function headline({ phase, source, fileName }: ScanProgress): string {
  if (source === 'file') return `Reading ${fileName ?? 'the file'}`;
  return phase === 'searching' ? 'Looking through your mailbox' : 'Reading your mail';
}

/** The one number of the screen, the mails that were read, and of how many. A file is measured in bytes. */
export function scanAmount(progress: ScanProgress): { number: string; rest: string } {
  const { done, total, unit, mailsRead, mails, thorough } = progress;
  const number = count(mailsRead);
  if (unit === 'bytes') {
    const noun = mailsRead === 1 ? 'mail' : 'mails';
    return { number, rest: total > 0 ? `${noun} in ${bytes(done)} of ${bytes(total)}` : noun };
  }
  if (mails === 0) return { number, rest: 'mails read' };
  return {
    number,
    rest: thorough
      ? `of about ${countOf(mails, 'mail')} read`
      : `of ${countOf(mails, 'mail')} that a search found`,
  };
}

/** `68 mails read`, once a scan has ended; empty when it had nothing to read. */
export function readWords({ mailsRead }: ScanProgress): string {
  return mailsRead === 0 ? '' : `${countOf(mailsRead, 'mail')} read`;
}

/** What a thorough scan will take. The mailbox counts mails that no scan reads. */
export function estimateSentence({ mails, thoroughMs }: ScanEstimate): string {
  return `Your mailbox holds ${countOf(mails, 'mail')}, spam and trash included: it takes ${duration(thoroughMs)}.`;
}
