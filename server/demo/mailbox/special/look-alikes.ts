import type { Draft } from '../draft.ts';
import { special } from './special.ts';

/** Mail that looks like travel and attests nothing. */
export function lookAlikes(): Draft[] {
  return [
    special('devcon-newsletter-signed', {
      at: '2024-08-20T13:00:00Z',
      labels: ['INBOX', 'CATEGORY_PROMOTIONS'],
      mime: {
        from: { name: 'Devcon', address: 'news@devcon.org' },
        subject: 'Devcon SEA: the first speakers',
        text: 'Forty talks are announced. The conference runs for four days, the schedule follows in September.\n',
        headers: { 'List-Unsubscribe': '<https://devcon.org/unsubscribe>' },
      },
      signatures: [{ key: 'devcon' }],
    }),
    special('dweb-newsletter', {
      at: '2024-06-11T18:00:00Z',
      labels: ['INBOX', 'CATEGORY_PROMOTIONS'],
      mime: {
        from: { name: 'DWeb', address: 'hello@dwebcamp.org' },
        subject: 'What to pack for DWeb Camp',
        html: '<h1>DWeb Camp</h1><p>Bring a tent, a cup and warm socks. In order to keep the forest safe there is no fire.</p><p>The schedule is on the big board.</p>',
      },
    }),
    special('dweb-camp-is-no-presence', {
      at: '2024-05-02T18:00:00Z',
      labels: ['INBOX', 'CATEGORY_PROMOTIONS'],
      mime: {
        from: { name: 'Slow Web Weekly', address: 'letters@slowweb.example' },
        subject: 'Seven things to do this summer',
        text: 'Number four: DWeb Camp in Navarro. Tickets are still there.\n',
      },
    }),
    special('sigsing-demo-day-newsletter', {
      at: '2024-05-30T16:00:00Z',
      labels: ['INBOX', 'CATEGORY_PROMOTIONS'],
      mime: {
        from: { name: 'SigSing', address: 'hello@demo.sigsing.com' },
        subject: 'SigSing Demo Day is on Saturday',
        text: 'Eleven projects, five minutes each. The agenda of SigSing Demo Day is online, and so is the stream.\n',
      },
    }),
    special('sigsing-demo-day-no-name', {
      at: '2024-05-31T16:00:00Z',
      mime: {
        from: { name: 'Halyard', address: 'demo@halyard.example' },
        subject: 'Demo day: your registration',
        text: 'Your registration for our internal demo day is confirmed. The agenda is attached.\n',
      },
    }),
    special('devconnect-is-another-word', {
      at: '2023-10-30T10:00:00Z',
      mime: {
        from: { name: 'Devconnect', address: 'tickets@devconnect.example' },
        subject: 'Devconnect ticket: Istanbul',
        text: 'Your Devconnect ticket is attached. The venue is the congress centre.\n',
      },
    }),
    special('ethcctv-is-another-word', {
      at: '2023-02-14T10:00:00Z',
      mime: {
        from: { name: 'EthCCTV Security', address: 'shop@ethcctv.example' },
        subject: 'EthCCTV order 5530',
        text: 'Your order of two EthCCTV cameras was shipped to the hotel.\n',
      },
    }),
    special('edcontrol-is-another-word', {
      at: '2025-02-03T10:00:00Z',
      mime: {
        from: { name: 'EDControl', address: 'billing@edcontrol.example' },
        subject: 'EDControl invoice',
        text: 'Invoice for the EDControl licence, one attendee of the training at the venue.\n',
      },
    }),
    special('ethdenver-other-year', {
      at: '2023-01-15T17:00:00Z',
      mime: {
        from: { name: 'ETHDenver', address: 'tickets@ethdenver.com' },
        subject: 'ETHDenver 2023 ticket',
        text: 'Your ticket for ETHDenver 2023. Venue and badge as every year.\n',
      },
      signatures: [{ key: 'ethdenver' }],
    }),
    special('devcon-other-edition', {
      at: '2022-09-15T17:00:00Z',
      mime: {
        from: { name: 'Devcon', address: 'tickets@devcon.org' },
        subject: 'Your Devcon VI ticket',
        text: 'This is your ticket for Devcon VI in Bogotá. The venue is Ágora, bring the badge.\n',
      },
      signatures: [{ key: 'devcon' }],
    }),
    special('zksummit-other-number', {
      at: '2024-09-20T17:00:00Z',
      mime: {
        from: { name: 'ZK Summit', address: 'hello@zksummit.com' },
        subject: 'ZK Summit 12: registration is open',
        text: 'Registration for ZK Summit 12 in Lisbon is open. The venue is by the river.\n',
      },
      signatures: [{ key: 'zksummit' }],
    }),
    special('event-name-only-in-links', {
      at: '2024-09-10T08:00:00Z',
      mime: {
        from: { name: 'Night Train Digest', address: 'editor@nighttrain.example' },
        subject: 'Tickets and timetables',
        html: '<p>Read the <a href="https://devcon.org/en/tickets">new schedule</a> and get a ticket before Friday.</p><p>Write to tickets@ethcc.io.</p>',
      },
    }),
    special('event-name-only-in-comments', {
      at: '2024-09-11T08:00:00Z',
      mime: {
        from: { name: 'Lattice Notes', address: 'hello@latticenotes.example' },
        subject: 'A conference in pictures',
        html: '<!-- EthCC ticket --><style>.devcon{color:red}</style><script>var event = "Devcon SEA";</script><p>Registration, queue, badge: what a conference looks like from behind.</p>',
      },
    }),
    special('event-name-only-in-file-name', {
      at: '2024-09-12T08:00:00Z',
      mime: {
        from: { name: 'Noor', address: 'noor.haddad@inbox.example' },
        subject: 'The ticket you asked for',
        text: 'Here it is. See you at the venue!\n',
        attachments: [{ filename: 'Devcon SEA ticket.pdf', content: Buffer.from('%PDF-1.4\n% nothing\n') }],
      },
    }),
    special('event-name-split-by-cells', {
      at: '2024-09-13T08:00:00Z',
      mime: {
        from: { name: 'Gridline Hosting', address: 'billing@gridline.example' },
        subject: 'Invoice: attendee seats',
        html: '<table><tr><td>Dev</td><td>con</td><td>Edge</td></tr><tr><td>1</td><td>2</td><td>3</td></tr></table><p>Order of three seats, conference plan. ED</p><p>CON</p>',
      },
    }),
  ];
}
