import type { Draft } from '../draft.ts';
import { special } from './special.ts';
import { withBrokenSignature } from './tampering.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const WEEK_SECONDS = 7 * 86_400;

/** Mail whose signature counts: all kinds of keys and canonicalisations, organisers and ticket sellers. */
export function genuine(): Draft[] {
  return [
    special('ethcc-ticket-rsa2048', {
      at: '2024-03-14T10:12:00Z',
      mime: {
        from: { name: 'EthCC Tickets', address: 'tickets@ethcc.io' },
        subject: 'Your EthCC[7] ticket',
        text: 'Hi Robin,\n\nyour registration for EthCC 7 in Brussels is confirmed. Show this ticket at the venue to get your badge.\n\nOrder QX7-4401, one conference pass.\n',
      },
      signatures: [{ key: 'ethcc' }],
    }),
    special('devcon-ticket-two-signatures', {
      at: '2024-09-02T04:40:00Z',
      mime: {
        from: { name: 'Devcon', address: 'tickets@devcon.org' },
        subject: 'Devcon SEA: your ticket to Bangkok',
        text: 'Sawasdee Robin,\n\nThis is your ticket for Devcon SEA at QSNCC. Doors open at 8:30; bring an ID for the badge pick-up at the venue.\n',
        html: '<p>Sawasdee Robin,</p><p>This is your <b>ticket</b> for Devcon SEA at QSNCC. Doors open at 8:30; bring an ID for the badge pick-up at the <i>venue</i>.</p>',
      },
      signatures: [{ key: 'devcon' }, { key: 'devconEd' }],
    }),
    special('zksummit-ticket-rsa1024', {
      at: '2024-02-27T16:05:00Z',
      mime: {
        from: { name: 'ZK Summit', address: 'hello@zksummit.com' },
        subject: 'You are in: ZK Summit 11',
        text: 'Good news: application accepted. Your registration is complete.\n\nThe doors of the venue in Athens open at 8:30.\n',
      },
      signatures: [{ key: 'zksummit', canonicalization: 'relaxed/simple' }],
    }),
    special('progcrypto-luma-html-only', {
      at: '2023-10-19T12:31:00Z',
      mime: {
        from: { name: 'progcrypto', address: 'progcrypto@calendar.luma-mail.com' },
        subject: 'Registration approved for progcrypto',
        html: '<table><tr><td>You are registered for</td></tr><tr><td><h1>prog<wbr>crypto</h1></td></tr><tr><td>Thursday, 16 November, İstanbul</td></tr><tr><td>The venue is shown on your ticket.</td></tr></table>',
        icalEvent: {
          method: 'REQUEST',
          content:
            'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//demo//EN\r\nBEGIN:VEVENT\r\nUID:progcrypto@demo\r\nDTSTAMP:20231019T123100Z\r\nDTSTART:20231116T060000Z\r\nSUMMARY:progcrypto\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
        },
      },
      signatures: [{ key: 'luma', canonicalization: 'simple/simple' }],
    }),
    special('progcrypto-badge-0xparc', {
      at: '2023-11-14T18:00:00Z',
      mime: {
        from: { name: '0xPARC', address: 'events@0xparc.org' },
        subject: 'Tomorrow: badges for progcrypto',
        text: 'You are registered. Pick up your badge for progcrypto from 9:00 at the venue; the schedule is on the wall.\n',
      },
      signatures: [{ key: 'parc', canonicalization: 'simple/relaxed' }],
    }),
    special('edge-esmeralda-ed25519', {
      at: '2024-04-22T20:45:00Z',
      mime: {
        from: { name: 'Edge City', address: 'residents@edgecity.live' },
        subject: 'Edge Esmeralda: your booking in Healdsburg',
        text: 'Your booking for Edge Esmeralda is confirmed: two weeks in June, wristband at the check-in on Center Street.\n',
        html: '<p>Your booking for <b>Edge Esmeralda</b> is confirmed: two weeks in June, wristband at the check-in on Center Street.</p><img src="cid:banner@edge" alt="">',
        attachments: [{ filename: 'banner.gif', cid: 'banner@edge', content: PIXEL }],
      },
      signatures: [{ key: 'edgecity', canonicalization: 'simple/relaxed' }],
    }),
    special('zuconnect-expires-after-receipt', {
      at: '2023-09-20T08:15:00Z',
      mime: {
        from: { name: 'ZuConnect', address: 'team@zuzalu.org' },
        subject: 'ZuConnect residency: registration complete',
        text: 'Your registration for ZuConnect in Istanbul is complete. The schedule follows, the hotel list is attached below.\n',
      },
      signatures: [{ key: 'zuzalu', expiresAfter: WEEK_SECONDS }],
    }),
    special('ethcc-invoice-german-pretix', {
      at: '2024-03-14T10:14:00Z',
      mime: {
        from: { name: 'EthCC via pretix', address: 'noreply@pretix.eu' },
        subject: 'Ihre Rechnung für EthCC – Bestellung QX7-4401',
        textEncoding: 'B',
        text: 'Guten Tag,\n\nvielen Dank für Ihre Bestellung. Die Rechnung für die Ethereum Community Conference in Brüssel finden Sie im Anhang.\nEinlass ist ab 8 Uhr, der Veranstaltungsort öffnet früher.\n',
        attachments: [
          { filename: 'Rechnung QX7-4401 für Keller.pdf', content: Buffer.from('%PDF-1.4\n%âãÏÓ\n') },
        ],
      },
      signatures: [{ key: 'pretix' }],
    }),
    special('edge-esmeralda-one-of-three-passes', {
      at: '2024-05-20T15:00:00Z',
      mime: {
        from: { name: 'Edge Esmeralda', address: 'hello@edgeesmeralda.com' },
        subject: 'Edge Esmeralda: before you arrive',
        text: 'Your reservation stands. Check-in is at the plaza; the schedule of the first week is online.\n',
      },
      signatures: [{ key: 'edgecity' }, { key: 'foreign' }, { key: 'lumaMail' }],
      tamper: withBrokenSignature,
    }),
    special('devcon-and-ethcc-in-one-mail', {
      at: '2024-08-01T09:00:00Z',
      mime: {
        from: { name: 'Devcon', address: 'hello@devcon.org' },
        subject: 'A Devcon discount for people who were at EthCC',
        text: 'You had a ticket for EthCC in Brussels. With it you get a Devcon ticket for less: registration opens on Monday, the venue is QSNCC.\n',
      },
      signatures: [{ key: 'devcon', canonicalization: 'relaxed/relaxed' }],
    }),
    special('zuconnect-cancelled-order', {
      at: '2023-10-01T11:11:00Z',
      mime: {
        from: { name: 'ZuConnect', address: 'team@zuzalu.org' },
        subject: 'Order cancelled: ZuConnect guest ticket',
        text: 'We have cancelled your order for a second ZuConnect ticket and refunded it. Your own registration at the venue is not touched.\n',
      },
      signatures: [{ key: 'zuzalu' }],
    }),
  ];
}
