import type { Draft } from '../draft.ts';
import { special } from './special.ts';
import {
  withBrokenSignature,
  withFooter,
  withFromUnlisted,
  withHeaderOnTop,
  withSubjectPrefix,
} from './tampering.ts';

const DAY_MS = 86_400_000;

/** Tickets with a signature that must not count, one for each way in which it can fail. */
export function unverifiable(): Draft[] {
  return [
    special('ethdenver-broken-body', {
      at: '2024-01-10T17:20:00Z',
      labels: ['INBOX', 'CATEGORY_FORUMS'],
      mime: {
        from: { name: 'ETHDenver', address: 'tickets@ethdenver.com' },
        subject: '[travellers] ETHDenver 2024 ticket',
        text: 'Your application is in: ticket for ETHDenver 2024, venue Spork Castle, badge at the door.\n',
        headers: { 'List-Id': 'travellers <travellers.lists.example>' },
      },
      signatures: [{ key: 'ethdenver' }],
      tamper: withFooter('-- \r\ntravellers mailing list, https://lists.example/travellers\r\n'),
    }),
    special('ethdenver-broken-signature', {
      at: '2024-01-11T08:02:00Z',
      mime: {
        from: { name: 'ETHDenver', address: 'tickets@ethdenver.com' },
        subject: 'ETHDenver 2024: registration received',
        text: 'We have your registration for ETHDenver 2024. The schedule will be online in February.\n',
      },
      signatures: [{ key: 'ethdenver' }],
      tamper: withBrokenSignature,
    }),
    special('ethdenver-subject-rewritten', {
      at: '2024-01-20T13:40:00Z',
      mime: {
        from: { name: 'Eventbrite', address: 'orders@order.eventbrite.com' },
        subject: 'Order confirmation for ETHDenver 2024',
        text: 'Your order for ETHDenver 2024, one attendee. The venue is on the map.\n',
      },
      signatures: [{ key: 'eventbrite' }],
      tamper: withSubjectPrefix('[EXTERN]'),
    }),
    special('ethdenver-key-768-bits', {
      at: '2024-02-01T07:00:00Z',
      mime: {
        from: { name: 'ETHDenver', address: 'volunteers@ethdenver.com' },
        subject: 'ETHDenver 2024: volunteer registration',
        text: 'Your registration as a volunteer at ETHDenver 2024 is complete, badge and schedule follow.\n',
      },
      signatures: [{ key: 'ethdenverShort' }],
    }),
    special('ethdenver-rsa-sha1', {
      at: '2024-02-02T07:30:00Z',
      mime: {
        from: { name: 'ETHDenver', address: 'noreply@ethdenver.com' },
        subject: 'ETHDenver 2024 hotel booking',
        text: 'Your hotel booking for ETHDenver 2024 is confirmed, check-in from 15:00.\n',
      },
      signatures: [{ key: 'ethdenver', algorithm: 'rsa-sha1' }],
    }),
    special('ethdenver-from-unlisted', {
      at: '2024-02-05T12:00:00Z',
      mime: {
        from: { name: 'ETHDenver', address: 'noreply@ethdenver.com' },
        subject: 'ETHDenver 2024 reservation',
        text: 'Your workshop reservation at ETHDenver 2024, see the schedule for the room.\n',
      },
      signatures: [{ key: 'ethdenver' }],
      tamper: withFromUnlisted,
    }),
    special('edcon-foreign-signer-that-passes', {
      at: '2024-06-03T02:20:00Z',
      mime: {
        from: { name: 'EDCON', address: 'ticket@edcon.io' },
        subject: 'EDCON 2024 order',
        text: 'Your order: one ticket for EDCON 2024. The conference starts on 24 July.\n',
      },
      signatures: [{ key: 'pretix' }],
    }),
    special('edcon-body-limited', {
      at: '2024-06-05T03:00:00Z',
      mime: {
        from: { name: 'EDCON', address: 'ticket@edcon.io' },
        subject: 'EDCON 2024: venue and agenda',
        text: 'Dear attendee, this is a reminder.\n\nYour ticket for EDCON 2024 is valid on all days. The venue is in Shibuya.\n',
      },
      signatures: [{ key: 'edcon', bodyLength: 20 }],
      tamper: withFooter('This line was added by somebody else.\r\n'),
    }),
    special('sigsing-subject-unsigned', {
      at: '2024-03-20T14:00:00Z',
      mime: {
        from: { name: 'SigSing', address: 'hello@sigsing.com' },
        subject: 'Signature Singularity Residency: application accepted',
        text: 'Application accepted! The agenda of the residency comes by the end of the week.\n',
      },
      signatures: [{ key: 'sigsing', headers: ['from', 'to', 'date', 'message-id'] }],
    }),
    special('sigsing-two-subjects', {
      at: '2024-03-21T14:00:00Z',
      mime: {
        from: { name: 'SigSing', address: 'hello@sigsing.com' },
        subject: 'Reading group on Thursdays',
        text: 'Registration for the reading group is open to everybody. The agenda is short.\n',
      },
      signatures: [{ key: 'sigsing' }],
      tamper: withHeaderOnTop('Subject: SigSing Residency: you are in'),
    }),
    special('sigsing-two-froms', {
      at: '2024-03-22T14:00:00Z',
      mime: {
        from: { name: 'SigSing', address: 'hello@sigsing.com' },
        subject: 'SigSing Residency: registration',
        text: 'Your registration for the SigSing Residency is confirmed. The schedule is below.\n',
      },
      signatures: [{ key: 'sigsing' }],
      tamper: withHeaderOnTop('From: Somebody Else <somebody@else.example>'),
    }),
    special('devcon-unknown-selector', {
      at: '2024-07-16T06:00:00Z',
      mime: {
        from: { name: 'Devcon', address: 'tickets@devcon.org' },
        subject: 'Devcon SEA: you are on the list',
        text: 'Your registration for early Devcon SEA tickets was received. The venue is QSNCC, Bangkok.\n',
      },
      signatures: [{ key: 'devconRotated' }],
    }),
    special('devcon-subdomain-signer', {
      at: '2024-07-18T06:00:00Z',
      mime: {
        from: { name: 'Devcon', address: 'updates@mail.devcon.org' },
        subject: 'Devcon SEA: visa letter for your registration',
        text: 'Attached to your registration is a letter for the consulate. Devcon SEA takes place at QSNCC, see the schedule.\n',
      },
      signatures: [{ key: 'devconSubdomain' }],
    }),
    special('devcon-phishing-foreign-signer', {
      at: '2024-10-10T21:58:00Z',
      mime: {
        from: { name: 'Devcon Ticket Desk', address: 'tickets@devcon.org' },
        replyTo: 'desk@devcon-tickets.example',
        subject: 'Action needed: your Devcon ticket',
        text: 'Your Devcon ticket will be cancelled unless you confirm your wallet. Venue entry needs a new badge: https://devcon-tickets.example/confirm\n',
      },
      signatures: [{ key: 'foreign' }],
    }),
    special('devcon-claims-a-pass', {
      at: '2024-10-12T05:00:00Z',
      mime: {
        from: { name: 'Devcon', address: 'tickets@devcon.org' },
        subject: 'Devcon SEA ticket upgrade',
        text: 'Your ticket for Devcon SEA was upgraded. Collect the new badge at the venue.\n',
        headers: {
          'Authentication-Results': 'mx.mail.example; dkim=pass header.d=devcon.org header.s=demo2024',
        },
      },
    }),
    special('zuconnect-revoked-key', {
      at: '2023-10-05T09:00:00Z',
      mime: {
        from: { name: 'ZuConnect', address: 'team@zuzalu.org' },
        subject: 'ZuConnect: hotel reservation',
        text: 'Your hotel reservation for ZuConnect is made, check-in on 29 October.\n',
      },
      signatures: [{ key: 'zuzaluRevoked' }],
    }),
    special('ethcc-expired-before-receipt', {
      at: '2024-06-20T09:00:00Z',
      transitMs: 30 * DAY_MS,
      mime: {
        from: { name: 'EthCC', address: 'tickets@ethcc.io' },
        subject: 'EthCC side events: your reservation',
        text: 'Your reservation for the EthCC boat is confirmed. The venue is the quay at Béco.\n',
      },
      signatures: [{ key: 'ethcc', expiresAfter: 86_400 }],
    }),
  ];
}
