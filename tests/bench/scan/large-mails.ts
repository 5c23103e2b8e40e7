/** Mails of about 25 MB, Gmail's limit: signed tickets, so that every step of the scan reads them. */
import { deliver } from '../../../server/demo/mailbox/compose.ts';
import type { Draft } from '../../../server/demo/mailbox/draft.ts';
import { createKeyring } from '../../../server/demo/mailbox/keyring.ts';
import { mboxChunk } from '../../../server/demo/mailbox/mbox-write.ts';

const BYTES = 24_000_000;
const TICKET =
  'Your registration for EthCC 7 in Brussels is confirmed. Show this ticket at the venue to get your badge.\n';
const LINE = 'A line of a very long mail, with some words in it.\n';
const PARAGRAPH = '<p>A paragraph of a <b>very</b> long mail, with some words in it.</p>\n';

const CONTENTS = {
  'with a file': {
    text: TICKET,
    attachments: [{ filename: 'ticket.pdf', content: Buffer.alloc((BYTES / 4) * 3, 0xd8) }],
  },
  'all text': { text: TICKET + LINE.repeat(BYTES / LINE.length) },
  'all HTML': { html: `<p>${TICKET}</p>\n${PARAGRAPH.repeat(BYTES / PARAGRAPH.length)}` },
};

/** An mbox with one such mail of each kind, repeated `copies` times. */
export async function largeMailbox(copies: number): Promise<Uint8Array[]> {
  const keyring = createKeyring();
  const chunks: Uint8Array[] = [];
  for (const [index, [kind, content]] of Object.entries(CONTENTS).entries()) {
    const draft: Draft = {
      caseName: null,
      receivedAt: Date.UTC(2024, 2, 14, 10, index),
      labels: ['INBOX'],
      content: {
        mime: { from: 'tickets@ethcc.io', to: 'robin.keller@mail.example', subject: kind, ...content },
      },
      signatures: [{ key: 'ethcc' }],
    };
    chunks.push(mboxChunk(await deliver(draft, kind, keyring), (index + 1).toString(16).padStart(16, '0')));
  }
  return Array.from({ length: copies }, () => chunks).flat();
}
