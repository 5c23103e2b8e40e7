/** Dates as they stand on postmarks and in lists. Event dates are calendar days of their place, without a zone. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

interface Day {
  day: number;
  month: string;
  year: string;
}

function parse(isoDate: string): Day {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  return { year, month: MONTHS[Number(month) - 1] ?? '', day: Number(day) };
}

/**
 * The lines of a postmark's middle: `['12–15', 'Nov', '2024']`, `['10', 'Apr', '2024']`, or for a stay that
 * crosses months `['29 Oct', '11 Nov', '2023']`. Both dates are ISO 8601 days.
 */
export function postmarkDate(starts: string, ends: string): [string, string, string] {
  const from = parse(starts);
  const to = parse(ends);
  if (from.month !== to.month) return [`${from.day} ${from.month}`, `${to.day} ${to.month}`, to.year];
  return [from.day === to.day ? `${from.day}` : `${from.day}–${to.day}`, to.month, to.year];
}

/** The same in a sentence: `12–15 Nov 2024`, `29 Oct – 11 Nov 2023`. */
export function eventDate(starts: string, ends: string): string {
  const from = parse(starts);
  const to = parse(ends);
  if (from.month !== to.month) {
    const year = from.year === to.year ? '' : ` ${from.year}`;
    return `${from.day} ${from.month}${year} – ${to.day} ${to.month} ${to.year}`;
  }
  const days = from.day === to.day ? `${from.day}` : `${from.day}–${to.day}`;
  return `${days} ${to.month} ${to.year}`;
}

/** A day: `3 Nov 2024`. @param isoDate ISO 8601 */
export function dayText(isoDate: string): string {
  const { day, month, year } = parse(isoDate);
  return `${day} ${month} ${year}`;
}

/** A mail's date in the person's own zone: `3 Nov 2024`; empty when the mail has none. */
export function mailDate(at: number | null): string {
  if (at === null) return '';
  const date = new Date(at);
  return `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''} ${date.getFullYear()}`;
}

/** When something happened, in the person's own zone: `3 Nov, 14:32`. */
export function momentText(at: number): string {
  const date = new Date(at);
  const time = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
  return `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}, ${time}`;
}

/** When a request was made, in the person's own zone: `3 Nov, 14:32:05`. */
export function requestedAt(at: number): string {
  return `${momentText(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`;
}
