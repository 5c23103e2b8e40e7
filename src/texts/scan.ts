/** The words of a scan's progress. */
import type { ScanProgress } from '../../worker/contract.ts';
import { bytes, count, countOf } from './amounts.ts';

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

/** The one number of the screen and what stands beside it. A file is measured in bytes, its mails are counted. */
export function scanAmount(progress: ScanProgress): { number: string; rest: string } {
  const { done, total, unit, mailsRead } = progress;
  if (unit === 'bytes') {
    const size = total > 0 ? `mails in ${bytes(done)} of ${bytes(total)}` : 'mails';
    return { number: count(mailsRead), rest: size };
  }
  return { number: count(done), rest: total > 0 ? `of about ${count(total)} mails` : 'mails' };
}
