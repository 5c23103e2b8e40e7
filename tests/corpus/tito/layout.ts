/**
 * A mail as Tito sends it: plain, short, with the reference of the order (four or five letters and digits; `-1` behind
 * it for one ticket of several) and a link to it. The four mails that it sends by itself are in its own help
 * ("What emails are sent to attendees?"): order confirmation, ticket updated, ticket gifted, ticket added. All come from
 * `support@tito.io` under the event's name, unless the organiser's account has a domain of its own.
 */
import { type Draft, framed } from '../draft.ts';
import type { Sample } from '../sample.ts';

export interface TitoMail extends Draft {
  /** The page of the order, ticket or offer. */
  page?: string;
  /** Written with Tito's messages, which can be left. */
  message?: boolean;
}

export function tito({ page, message = false, ...draft }: TitoMail): Sample {
  const body = page === undefined ? draft.body : [...draft.body, page];
  return framed(
    'tito',
    { ...draft, body },
    {
      foot: message ? ['Sent with Tito · https://ti.to'] : ['Tito · https://ti.to · 12 Ely Place, Dublin'],
      colour: '#4a5ee5',
      headers: {
        'X-PM-Message-Id': '4be2f3d0-2a6b-4b0f-9f6a-6d3c2c1d5e77',
        ...(message ? { 'List-Unsubscribe': '<https://ti.to/messages/unsubscribe/p0Vx>' } : {}),
      },
    },
  );
}
