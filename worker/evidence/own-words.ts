import type { MailText } from './attest.ts';
import { attributionLines, endsOwnText, isMarked, isTakenOver } from './quote-signs.ts';

/** A marked line that is longer than this was wrapped: the line below it may be the rest of it. Characters. */
const WRAPPED_LENGTH = 50;

/**
 * What of a mail its sender says: without quoted and forwarded text (DESIGN 4). What a person wrote into a reply, and
 * what an automatic answer quotes of it, is not the organiser's word, however well the answer is signed. HTML quotations
 * are left out before (`html-text.ts`); what is left of them here is what programs write in words.
 *
 * @param mail.answers true for a mail that answers another one: its subject is then that one's
 */
export function ownWords({
  subject,
  body,
  parts,
  answers = false,
}: MailText & { answers?: boolean }): MailText {
  return {
    subject: answers || isTakenOver(subject) ? '' : subject,
    body: withoutQuotations(body),
    parts: parts.map(withoutQuotations),
  };
}

/** Linear in the text's length: each line is looked at a fixed number of times, and only its beginning. */
function withoutQuotations(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isMarked(line) || isRestOfMarked(lines, at)) continue;
    if (endsOwnText(lines, at)) break;
    const attribution = attributionLines(lines, at);
    if (attribution > 0) {
      // Marked lines end where the marks end; a quotation without marks goes on to the end of the mail.
      if (!isMarked(firstWritten(lines, at + attribution))) break;
      at += attribution - 1;
      continue;
    }
    own.push(line);
  }
  return own.length === lines.length ? text : own.join('\n');
}

/** Whether a line without a mark is the end of the marked line above it, which a program has wrapped. */
function isRestOfMarked(lines: readonly string[], at: number): boolean {
  const above = lines[at - 1] ?? '';
  return above.length > WRAPPED_LENGTH && isMarked(above) && (lines[at] ?? '').trim() !== '';
}

/** The first of the next lines that is not empty. */
function firstWritten(lines: readonly string[], from: number): string {
  return lines.slice(from, from + 4).find((line) => line.trim() !== '') ?? '';
}
