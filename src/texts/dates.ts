/** Dates as they stand on postmarks and in lists. Event dates are calendar days of their place, without a zone. */
import { language, textsOf } from '../language/language.ts';
import { dateTexts } from './en/dates.ts';

/** The names of the months by language; making a format takes longer than using it. */
const months = new Map<string, Intl.DateTimeFormat>();

/** `Nov` for 10. */
function monthName(month: number): string {
  const tag = language.get();
  const format = months.get(tag) ?? new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' });
  months.set(tag, format);
  return Number.isInteger(month) ? format.format(Date.UTC(2000, month)) : '';
}

interface Day {
  day: number;
  month: string;
  year: string;
}

function parse(isoDate: string): Day {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  return { year, month: monthName(Number(month) - 1), day: Number(day) };
}

/** The day of a moment in the person's own zone. */
function localDay(date: Date): Day {
  return { day: date.getDate(), month: monthName(date.getMonth()), year: `${date.getFullYear()}` };
}

/** `12–15`, or `12` for a single day. */
function daysOf(from: Day, to: Day): string {
  return from.day === to.day ? `${from.day}` : textsOf(dateTexts).days({ first: from.day, last: to.day });
}

/**
 * The lines of a postmark's middle: `['12–15', 'Nov', '2024']`, `['10', 'Apr', '2024']`, or for a stay that
 * crosses months `['29 Oct', '11 Nov', '2023']`. Both dates are ISO 8601 days.
 */
export function postmarkDate(starts: string, ends: string): [string, string, string] {
  const texts = textsOf(dateTexts);
  const from = parse(starts);
  const to = parse(ends);
  if (from.month !== to.month) {
    return [texts.dayOfMonth({ ...from }), texts.dayOfMonth({ ...to }), to.year];
  }
  return [daysOf(from, to), to.month, to.year];
}

/** The same in a sentence: `12–15 Nov 2024`, `29 Oct – 11 Nov 2023`. */
export function eventDate(starts: string, ends: string): string {
  const texts = textsOf(dateTexts);
  const from = parse(starts);
  const to = parse(ends);
  if (from.month !== to.month || from.year !== to.year) {
    const first = from.year === to.year ? texts.dayOfMonth({ ...from }) : texts.day({ ...from });
    return texts.span({ first, last: texts.day({ ...to }) });
  }
  return texts.day({ ...to, day: daysOf(from, to) });
}

/** A day: `3 Nov 2024`. @param isoDate ISO 8601 */
export function dayText(isoDate: string): string {
  return textsOf(dateTexts).day({ ...parse(isoDate) });
}

/** A mail's date in the person's own zone: `3 Nov 2024`; empty when the mail has none. */
export function mailDate(at: number | null): string {
  return at === null ? '' : textsOf(dateTexts).day({ ...localDay(new Date(at)) });
}

/** When something happened, in the person's own zone: `3 Nov, 14:32`. */
export function momentText(at: number): string {
  const texts = textsOf(dateTexts);
  const date = new Date(at);
  const time = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
  return texts.moment({ date: texts.dayOfMonth({ ...localDay(date) }), time });
}

/** When a request was made, in the person's own zone: `3 Nov, 14:32:05`. */
export function requestedAt(at: number): string {
  return `${momentText(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`;
}
