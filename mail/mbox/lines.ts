import { parseDate } from '../header/receipt-date.ts';

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const GREATER = 0x3e;
const SPACES: ReadonlySet<number> = new Set([LF, CR, 0x20, 0x09]);
const FROM = [0x46, 0x72, 0x6f, 0x6d, 0x20];

const LATIN1 = new TextDecoder('latin1');

/** Longest `From ` line that is recognised, in bytes; real ones stay under 200. */
export const LONGEST_FROM_LINE = 1_024;
/** Shortest separator with a sender, a time and a year: `From x 1:00 1970`. Shorter lines need not be decoded. */
const SHORTEST_DATED = 16;
/** How much of the next line is searched for a header name, in bytes. */
const LONGEST_HEADER_NAME = 128;

/** What begins at a line; `unsure` when more bytes are needed. */
export type LineKind = 'from' | 'quoted-from' | 'other' | 'unsure';

/**
 * Tells a separator (RFC 4155: `From ` and the time of receipt) and a quoted `From ` (`>From `, with any number of `>`)
 * from other lines. A separator needs no blank line before it, since some programs leave it out. Instead it must carry
 * a time and a year, or only an address after a blank line, and a header must follow.
 *
 * @param at where a line begins
 * @param afterBlank whether the line before was empty
 * @param atEnd true when no bytes come after `bytes`
 */
export function lineKind(bytes: Uint8Array, at: number, afterBlank: boolean, atEnd: boolean): LineKind {
  if (bytes[at] === GREATER) {
    let text = at + 1;
    while (bytes[text] === GREATER && text - at < LONGEST_FROM_LINE) text++;
    return startsWithFrom(bytes, text, atEnd, 'quoted-from');
  }
  const start = startsWithFrom(bytes, at, atEnd, 'from');
  if (start !== 'from') return start;

  const limit = at + LONGEST_FROM_LINE;
  const end = bytes.indexOf(LF, at);
  if (end < 0 || end > limit) return end < 0 && bytes.length < limit && !atEnd ? 'unsure' : 'other';
  if (!afterBlank && end - at < SHORTEST_DATED) return 'other';
  const line = LATIN1.decode(bytes.subarray(at, end));
  if (!isFromLine(line, afterBlank)) return 'other';
  return headerFollows(bytes, end + 1, atEnd, ASCTIME.test(line));
}

/** Where the first non-empty line begins, after any byte order mark; the length when there is none. */
export function firstLine(head: Uint8Array): number {
  let at = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  while (at < head.length && SPACES.has(head[at] ?? 0)) at++;
  return at;
}

function startsWithFrom(bytes: Uint8Array, at: number, atEnd: boolean, kind: LineKind): LineKind {
  // An iterator would be too slow: the file may consist of short lines only.
  for (let index = 0; index < FROM.length; index += 1) {
    if (at + index >= bytes.length) return atEnd ? 'other' : 'unsure';
    if (bytes[at + index] !== FROM[index]) return 'other';
  }
  return kind;
}

const TIME = /\b\d{1,2}:\d{2}(?::\d{2})?\b/g;
const YEAR = /\b(?:19|20)\d{2}\b/g;
const ADDRESS_ALONE = /^From (\S+@\S+|MAILER-DAEMON|-)\s*$/;

/** The form in RFC 4155, which no ordinary sentence has. */
const ASCTIME =
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]?\d \d\d:\d\d(:\d\d)?\b/;

/** Whether the text of a line that begins with `From ` makes it a separator. */
function isFromLine(line: string, afterBlank: boolean): boolean {
  return hasTimeAndYear(line) || (afterBlank && ADDRESS_ALONE.test(line));
}

/** Whether the line holds a time and a year, in either order, after a sender. */
function hasTimeAndYear(line: string): boolean {
  if (!/^From \S/.test(line)) return false;
  const after = 'From '.length + 1;
  const times = [...line.matchAll(TIME)].filter(({ index }) => index >= after);
  const years = [...line.matchAll(YEAR)].filter(({ index }) => index >= after);
  const [firstTime, lastTime] = [times[0], times.at(-1)];
  const [firstYear, lastYear] = [years[0], years.at(-1)];
  if (!firstTime || !lastTime || !firstYear || !lastYear) return false;
  return (
    lastYear.index >= firstTime.index + firstTime[0].length ||
    lastTime.index >= firstYear.index + firstYear[0].length
  );
}

/** The parts of a separator's time: month, day, clock, optional zone, year. */
const SENT_AT = /\b([A-Z][a-z]{2}) +(\d{1,2}) (\d\d:\d\d(?::\d\d)?) (?:([+-]\d{4}) )?(\d{4})\b/;

/** The time of receipt in a separator (RFC 4155; UTC unless it says otherwise); null without one. */
export function separatorTime(separator: string): number | null {
  const [, month, day, clock, zone = '+0000', year] = SENT_AT.exec(separator) ?? [];
  return month === undefined ? null : parseDate(`${day} ${month} ${year} ${clock} ${zone}`);
}

/**
 * Whether the line at `at` is a header line (RFC 5322 2.2: printable characters, then a colon) or the end.
 *
 * @param orBlank whether an empty line is enough: a mail without a header
 */
function headerFollows(bytes: Uint8Array, at: number, atEnd: boolean, orBlank: boolean): LineKind {
  for (let i = at; i < at + LONGEST_HEADER_NAME; i++) {
    const byte = bytes[i];
    if (byte === undefined) return atEnd ? 'from' : 'unsure';
    if (byte === COLON) return i > at ? 'from' : 'other';
    if (byte === LF || byte === CR) return i === at && orBlank ? 'from' : 'other';
    // Old programs put a second, quoted envelope line at the top of the header.
    if (byte === GREATER && i === at) return orBlank ? 'from' : 'other';
    if (byte <= 0x20 || byte > 0x7e) return 'other';
  }
  return 'other';
}
