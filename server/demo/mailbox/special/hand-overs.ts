import { OWNER } from '../draft.ts';
import type { Draft } from '../draft.ts';
import { crlf, rawMail, special } from './special.ts';

const NOOR = { name: 'Noor', address: 'noor.haddad@inbox.example' };
const KENJI = { name: 'Kenji Mori', address: 'kenji.mori@inbox.example' };

/** Tickets that somebody passed on: forwarded, quoted, sent, thrown away, meant for another person. */
export function handOvers(): Draft[] {
  return [
    special('ethcc-forwarded-inline', {
      at: '2024-03-15T19:00:00Z',
      labels: ['INBOX', 'CATEGORY_PERSONAL'],
      mime: {
        from: NOOR,
        subject: 'Fwd: Your EthCC[7] ticket',
        text: 'I got mine too!\n\n---------- Forwarded message ---------\nFrom: EthCC Tickets <tickets@ethcc.io>\nTo: Noor <noor.haddad@inbox.example>\nSubject: Your EthCC[7] ticket\n\nYour registration for EthCC 7 is confirmed. Show this ticket at the venue.\n',
      },
    }),
    special('devcon-forwarded-as-attachment', {
      at: '2024-09-03T12:00:00Z',
      labels: ['INBOX', 'CATEGORY_PERSONAL'],
      raw: rawMail(
        [
          'From: Kenji Mori <kenji.mori@inbox.example>',
          `To: ${OWNER.name} <${OWNER.address}>`,
          'Subject: Fwd: Devcon SEA ticket, see you at the venue',
          'Date: Tue, 3 Sep 2024 20:59:56 +0900',
          'Message-ID: <fwd-1@inbox.example>',
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary="outer=_1"',
        ],
        crlf(
          'This is a message in MIME format.\n--outer=_1\nContent-Type: text/plain; charset=us-ascii\n\nMine is below.\n--outer=_1\nContent-Type: message/rfc822\nContent-Disposition: inline\n\nFrom: Devcon <tickets@devcon.org>\nTo: kenji.mori@inbox.example\nSubject: Devcon SEA: your ticket to Bangkok\nDKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=devcon.org; s=demo2024;\n h=from:to:subject; bh=AAAA; b=AAAA\nContent-Type: text/plain\n\nThis is your ticket for Devcon SEA.\n--outer=_1--\n',
        ),
      ),
    }),
    special('devcon-quoted-in-a-reply', {
      at: '2024-09-05T07:00:00Z',
      labels: ['INBOX', 'CATEGORY_PERSONAL'],
      mime: {
        from: KENJI,
        subject: 'Re: Bangkok?',
        text: 'Great, then we meet there.\n\nOn Wed, 4 Sep 2024, Robin Keller wrote:\n> I have my Devcon ticket, and a hotel close to the river.\n> > Are you coming?\n',
      },
    }),
    special('devcon-sent-by-the-owner', {
      at: '2024-09-04T09:00:00Z',
      labels: ['SENT'],
      deliveredTo: null,
      mime: {
        from: { ...OWNER },
        to: [KENJI],
        subject: 'Bangkok?',
        text: 'I have my Devcon ticket, and a hotel close to the river. Are you coming?\n',
      },
    }),
    special('edcon-ticket-of-a-friend', {
      at: '2024-06-12T05:00:00Z',
      deliveredTo: null,
      mime: {
        from: { name: 'EDCON', address: 'ticket@edcon.io' },
        to: [KENJI],
        subject: 'EDCON 2024 ticket for Kenji Mori',
        text: 'Dear Kenji, this is your ticket for EDCON 2024. The venue opens at 9:00.\n',
      },
      signatures: [],
    }),
    special('ethcc-unsigned-copy', {
      at: '2024-03-16T10:12:00Z',
      mime: {
        from: { name: 'EthCC Tickets', address: 'tickets@ethcc.io' },
        subject: 'Your EthCC[7] ticket',
        text: 'Hi Robin,\n\nyour registration for EthCC 7 in Brussels is confirmed. Show this ticket at the venue to get your badge.\n',
      },
    }),
    special('ethcc-plus-address', {
      at: '2024-06-30T10:00:00Z',
      deliveredTo: 'robin.keller+events@mail.example',
      mime: {
        from: { name: 'Ferries of the North', address: 'hello@northferries.example' },
        to: ['robin.keller+events@mail.example'],
        subject: 'Your booking for the week of EthCC',
        text: 'Your booking: two nights on the hotel boat, five minutes from the hall.\n',
      },
    }),
    special('dweb-spam', {
      at: '2024-07-07T03:33:00Z',
      labels: ['SPAM'],
      mime: {
        from: { name: 'DWeb Camp Tickets', address: 'win@cheap-tickets.example' },
        subject: 'You WON a DWeb Camp ticket',
        text: 'Claim your DWeb Camp ticket now. Hotel and flight included.\n',
      },
    }),
    special('sigsing-demo-day-trash', {
      at: '2024-05-29T10:00:00Z',
      labels: ['TRASH'],
      mime: {
        from: { name: 'SigSing', address: 'hello@sigsing.com' },
        subject: 'SigSing Demo Day: RSVP received',
        text: 'We have your RSVP for SigSing Demo Day. The schedule is in the calendar entry.\n',
      },
      signatures: [{ key: 'sigsing' }],
    }),
  ];
}
