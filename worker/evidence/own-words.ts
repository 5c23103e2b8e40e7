import { type Steps, atOnce } from '../../mail/slices.ts';
import type { MailText } from './attest.ts';
import { attributionLines, endsOwnText, isMarked, isTakenOver } from './quote-signs.ts';

/** A marked line that is longer than this was wrapped: the line below it may be the rest of it. Characters. */
const WRAPPED_LENGTH = 50;
/** Lines of a text that are read: more than there are in as much text as is read of a mail. The rest is no text. */
const MAX_LINES = 40_000;
/** Others have their turn after so many lines. */
const STEP_LINES = 1_000;

/** A mail's text, with what others say in it. */
export interface QuotingMail extends MailText {
  /** True for a mail that answers another one: its subject is then that one's. */
  answers?: boolean;
}

/**
 * What of a mail its sender says: without quoted and forwarded text (DESIGN 4). What a person wrote into a reply, and
 * what an automatic answer quotes of it, is not the organiser's word, however well the answer is signed. HTML quotations
 * are left out before (`html-text.ts`); what is left of them here is what programs write in words.
 */
export function ownWords(mail: QuotingMail): MailText {
  return atOnce(ownWordsSteps(mail));
}

/** {@link ownWords} in steps. */
export function* ownWordsSteps({ subject, body, parts, answers = false }: QuotingMail): Steps<MailText> {
  const own = new Map<string, string>();
  // The body is one of the parts.
  for (const text of new Set([body, ...parts])) own.set(text, yield* withoutQuotations(text));
  return {
    subject: answers || isTakenOver(subject) ? '' : subject,
    body: own.get(body) ?? '',
    parts: parts.map((part) => own.get(part) ?? ''),
  };
}

/** Linear in the text's length: each line is looked at a fixed number of times, and only its beginning. */
function* withoutQuotations(text: string): Steps<string> {
  const lines = linesOf(text);
  const own: string[] = [];
  let stepEnd = STEP_LINES;
  for (let at = 0; at < lines.length; at += 1) {
    if (at >= stepEnd) {
      yield;
      stepEnd = at + STEP_LINES;
    }
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
  return own.length === lines.length && lines.length < MAX_LINES ? text : own.join('\n');
}

/** The lines of a text, those after the last that is read left out. */
function linesOf(text: string): string[] {
  const normalized = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  return normalized.split('\n', MAX_LINES);
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
