/** What people write by hand: plain text, no footer but their own. */
import { type Draft, framed } from '../draft.ts';
import type { Sample } from '../sample.ts';

export function byHand(draft: Draft): Sample {
  return framed('person', { shape: 'text', ...draft });
}

/** What somebody answers to a mail of the account's owner: marked as an answer, with that mail quoted below. */
export function answer({ quoted, ...draft }: Draft & { quoted: readonly string[] }): Sample {
  const lines = quoted.flatMap((paragraph) => paragraph.split('\n'));
  return byHand({
    ...draft,
    body: [...draft.body, lines.map((line) => `> ${line}`).join('\n')],
    headers: {
      'In-Reply-To': '<CAJx7=4q0Zp2@mail.mail.example>',
      References: '<CAJx7=4q0Zp2@mail.mail.example>',
      ...draft.headers,
    },
  });
}
