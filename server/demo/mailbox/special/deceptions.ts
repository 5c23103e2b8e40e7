import { OWNER } from '../draft.ts';
import type { Draft } from '../draft.ts';
import { crlf, rawMail, special } from './special.ts';
import { withHeaderOnTop } from './tampering.ts';

const KENJI = { name: 'Kenji Mori', address: 'kenji.mori@inbox.example' };

/** Genuine signatures on mail that says something other than what its signer said, or says it to somebody else. */
export function deceptions(): Draft[] {
  return [
    special('devcon-part-shown-by-unsigned-type', {
      at: '2024-08-21T13:00:00Z',
      labels: ['INBOX', 'CATEGORY_PROMOTIONS'],
      raw: rawMail(
        [
          'From: Devcon <news@devcon.org>',
          `To: ${OWNER.name} <${OWNER.address}>`,
          'Subject: Devcon SEA: what the stages look like',
          'Date: Wed, 21 Aug 2024 12:59:56 +0000',
          'Message-ID: <stages-1@devcon.org>',
          'MIME-Version: 1.0',
          'Content-Type: text/html; charset=utf-8',
          'Content-Transfer-Encoding: 7bit',
        ],
        crlf(
          '<p>Pictures of all stages.</p>\n<!-- an example of our mails\n--shown\nContent-Type: text/plain\n\nYour ticket for Devcon SEA. Bring it to the venue.\n--shown--\n-->\n',
        ),
      ),
      signatures: [{ key: 'devcon' }],
      tamper: withHeaderOnTop('Content-Type: multipart/mixed; boundary="shown"'),
    }),
    special('ethcc-ticket-under-unsigned-type', {
      at: '2024-03-18T10:12:00Z',
      mime: {
        from: { name: 'EthCC Tickets', address: 'tickets@ethcc.io' },
        subject: 'EthCC[7]: workshop place',
        text: 'Your registration for the EthCC 7 workshop is confirmed. The venue is The Square.\n',
      },
      signatures: [{ key: 'ethcc' }],
      tamper: withHeaderOnTop('Content-Type: multipart/mixed; boundary="hidden"'),
    }),
    special('devcon-auto-reply-quotes-the-owner', {
      at: '2024-09-06T07:00:00Z',
      mime: {
        from: { name: 'Devcon Support', address: 'support@devcon.org' },
        subject: 'Re: My Devcon SEA ticket and the venue',
        text: 'Thank you for your message. We answer within two days.\n\nOn Fri, 6 Sep 2024, Robin Keller wrote:\n> I have my Devcon SEA ticket, and a hotel close to the venue.\n> Is there a cloakroom?\n',
        html: '<p>Thank you for your message. We answer within two days.</p><div class="gmail_quote"><div>On Fri, 6 Sep 2024, Robin Keller wrote:</div><blockquote>I have my Devcon SEA ticket, and a hotel close to the venue.</blockquote></div>',
      },
      signatures: [{ key: 'devcon' }],
    }),
    special('ethcc-forwarded-by-the-organiser', {
      at: '2024-03-19T09:00:00Z',
      mime: {
        from: { name: 'EthCC', address: 'bonjour@ethcc.io' },
        subject: 'Fwd: Your EthCC[7] ticket',
        text: 'For your information.\n\n---------- Forwarded message ---------\nFrom: EthCC Tickets <tickets@ethcc.io>\nDate: Mon, 18 Mar 2024\nSubject: Your EthCC[7] ticket\nTo: <kenji.mori@inbox.example>\n\nYour registration for EthCC 7 is confirmed. Show this ticket at the venue.\n',
      },
      signatures: [{ key: 'ethcc' }],
    }),
    special('devcon-delivered-to-written-in', {
      at: '2024-09-02T05:40:00Z',
      deliveredTo: null,
      mime: {
        from: { name: 'Devcon', address: 'tickets@devcon.org' },
        to: [KENJI],
        subject: 'Devcon SEA: your second ticket',
        text: 'Konnichiwa Kenji,\n\nThis is your ticket for Devcon SEA. Doors of the venue open at 8:30.\n',
      },
      signatures: [{ key: 'devcon' }],
      tamper: withHeaderOnTop(`Delivered-To: ${OWNER.address}`),
    }),
    special('devcon-key-out-of-use', {
      at: '2024-07-20T06:00:00Z',
      mime: {
        from: { name: 'Devcon', address: 'tickets@devcon.org' },
        subject: 'Devcon SEA: redeem your ticket',
        text: 'Your registration entitles you to a ticket for Devcon SEA. The venue is QSNCC, Bangkok.\n',
      },
      signatures: [{ key: 'devconRetired' }],
    }),
  ];
}
