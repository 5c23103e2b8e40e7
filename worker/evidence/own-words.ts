import { type Steps, atOnce } from '../../mail/slices.ts';
import type { MailText } from './attest.ts';
import { attributionLines, endsOwnText, isMarked, isTakenOver } from './quote-signs.ts';

/** A marked line longer than this was wrapped, and the line below may be its rest. Characters. */
const WRAPPED_LENGTH = 50;
/** Limit on the lines read of a text: more than ordinary text has within the limit on its size. */
const MAX_LINES = 40_000;
/** Lines handled before other work gets a turn. */
const STEP_LINES = 1_000;

/** A mail's text, including what it quotes. */
export interface QuotingMail extends MailText {
  /** True for a mail that answers another one, whose subject it has taken over. */
  answers?: boolean;
}

/**
 * A mail's text in its sender's own words, without quoted and forwarded text. What a person wrote into a reply, or what
 * an automatic answer quotes of it, is not the organiser's word, even if the answer is signed. HTML quotations were
 * removed before (`html-text.ts`); this removes those that programs mark in words.
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

/** Linear in the text's length: each line is examined a fixed number of times, and only its beginning. */
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
      // A quotation with marks ends with the marks; one without goes on to the end of the mail.
      if (!isMarked(firstWritten(lines, at + attribution))) break;
      at += attribution - 1;
      continue;
    }
    own.push(line);
  }
  return own.length === lines.length && lines.length < MAX_LINES ? text : own.join('\n');
}

/** The lines of a text, up to the limit. */
function linesOf(text: string): string[] {
  const normalized = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  return normalized.split('\n', MAX_LINES);
}

/** Whether a line without a mark is the wrapped rest of the marked line above. */
function isRestOfMarked(lines: readonly string[], at: number): boolean {
  const above = lines[at - 1] ?? '';
  return above.length > WRAPPED_LENGTH && isMarked(above) && (lines[at] ?? '').trim() !== '';
}

/** The next non-empty line. */
function firstWritten(lines: readonly string[], from: number): string {
  return lines.slice(from, from + 4).find((line) => line.trim() !== '') ?? '';
}
