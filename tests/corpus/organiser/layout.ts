/** What organisers send with programs of their own and with newsletter tools. */
import { type Draft, framed } from '../draft.ts';
import type { Sample } from '../sample.ts';

/** One mail to one person: a guide, a certificate, an account. */
export function organiser(draft: Draft): Sample {
  return framed('organiser', draft, {
    colour: '#6b4fa0',
    headers: { 'X-SES-Outgoing': '2024.06.03-54.240.8.91' },
  });
}

export interface Newsletter extends Draft {
  /** Why the mail came, in its language. */
  why: string;
}

/** A newsletter tool's mail: it has a list, an end, and a footer that says why it came. */
export function newsletter({ why, ...draft }: Newsletter): Sample {
  return framed('newsletter', draft, {
    foot: [why],
    colour: '#0b7a75',
    headers: {
      'List-Id': '<c02f1a.7d1.list-manage.example>',
      'List-Unsubscribe':
        '<https://list-manage.example/unsubscribe?u=7d1&id=c02>, <mailto:unsubscribe@list-manage.example>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
      'X-Campaign': 'c02f1a',
    },
  });
}

/** The same without the marks of a list, as small senders do it. */
export function unmarked({ why, ...draft }: Newsletter): Sample {
  return framed('newsletter', draft, { foot: [why], colour: '#0b7a75' });
}
