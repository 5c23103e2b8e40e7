import type { Draft } from '../draft.ts';
import { special } from './ticket.ts';

/** Tickets with a signature that counts: one for each kind of key and canonicalisation. */
export function signedTickets(): Draft[] {
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
        text: 'Your application accepted! Your registration for ZK Summit 11 in Athens is complete.\n\nThe summit starts at 9:00; the venue is on the map below.\n',
      },
      signatures: [{ key: 'zksummit', canonicalization: 'relaxed/simple' }],
    }),
  ];
}
