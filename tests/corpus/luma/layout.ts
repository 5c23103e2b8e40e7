/**
 * A mail as Luma sends it: who hosts, one line on where the person stands, a card with day, time and place, what the
 * host wrote. Subjects and senders as in public filters and parsers of Luma's mail: a person writes from
 * `usr-…@user.luma-mail.com`, a calendar from `…@calendar.luma-mail.com`.
 */
import { type Draft, framed } from '../draft.ts';
import type { AttachedFile, Sample } from '../sample.ts';

export interface LumaMail extends Draft {
  /** The host or the calendar, as written above the mail. */
  host: string;
  /** The line on where the person stands. */
  line?: string;
  /** Day, time, place, ticket. */
  card?: readonly string[];
  /** Below the mail. */
  foot?: readonly string[];
  /** Sent with a link that ends such mails. */
  unsubscribe?: boolean;
}

export function luma({ host, line, card = [], foot = [], unsubscribe = false, ...draft }: LumaMail): Sample {
  const body = [...(card.length === 0 ? [] : [card.join('\n')]), ...draft.body];
  return framed(
    'luma',
    { ...draft, body },
    {
      head: line === undefined ? [host] : [host, line],
      foot,
      colour: '#de3163',
      headers: {
        'Feedback-ID': '::1.us-west-2.bXm0Vt8Kk3ZxN4:AmazonSES',
        ...(unsubscribe
          ? {
              'List-Unsubscribe': '<https://lu.ma/email-settings/unsubscribe?t=Zk3Qf81>',
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
    },
  );
}

/** The calendar file that Luma attaches to whatever has a date. */
export function calendarFile(
  title: string,
  method: 'REQUEST' | 'PUBLISH' | 'CANCEL' = 'REQUEST',
): AttachedFile {
  return {
    name: 'invite.ics',
    type: `text/calendar; charset=utf-8; method=${method}`,
    content: [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `METHOD:${method}`,
      'BEGIN:VEVENT',
      `SUMMARY:${title}`,
      ...(method === 'CANCEL' ? ['STATUS:CANCELLED'] : []),
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  };
}
