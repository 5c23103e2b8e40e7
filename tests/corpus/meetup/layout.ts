/**
 * A mail as Meetup sends it: the group, what happened, the event with day and place, and a footer on why it came. All
 * of it, also what concerns one RSVP alone, comes from `info@meetup.com` or `info@email.meetup.com` and can be
 * unsubscribed from.
 */
import { type Draft, framed } from '../draft.ts';
import type { Sample } from '../sample.ts';

export interface MeetupMail extends Omit<Draft, 'from'> {
  from?: string;
  group: string;
  headline: string;
  /** Why the mail came, in its language. */
  why?: string;
}

export function meetup({ group, headline, why, from, ...draft }: MeetupMail): Sample {
  return framed(
    'meetup',
    { from: `${group} <info@meetup.com>`, ...draft, ...(from === undefined ? {} : { from }) },
    {
      head: [group, headline],
      foot: [
        why ?? 'You get this message because of your settings for this group.',
        'Meetup, POB 4668 #37895, New York',
      ],
      colour: '#008294',
      headers: { 'List-Unsubscribe': '<https://www.meetup.com/email-preferences/off?t=9cX>' },
    },
  );
}
