/** Mails whose words say one thing and whose matter is another, that rules are measured on. */
import { organiser } from '../organiser/layout.ts';
import { NAMED, type Sample } from '../sample.ts';

export const LOOK_ALIKES_HELD_OUT: readonly Sample[] = [
  organiser({
    id: 'organiser-en-cancellation-confirmed-2',
    language: 'en',
    state: 'cancellation-confirmed',
    event: 'devcon',
    kind: 'negative',
    order: 'M3KFA',
    from: 'Devcon <tickets@devcon.org>',
    to: NAMED,
    subject: 'Successful: order M3KFA',
    body: [
      'Hi Robin, your request to cancel was successful. The attendee ticket for Devcon SEA that you ordered in August is deactivated, and $299 are on their way back to you.',
    ],
    sent: -22,
  }),
  organiser({
    id: 'organiser-en-waiting-list-confirmed-2',
    language: 'en',
    state: 'waiting-list-confirmed',
    event: 'ethCC',
    kind: 'pending',
    from: 'EthCC <tickets@ethcc.io>',
    to: NAMED,
    subject: 'Confirmed: your place in the queue for EthCC 7',
    body: [
      'Your place is number 311. When it is your turn you get a link to order one ticket. The venue holds 6,000 attendees, and all tickets are sold for now.',
    ],
    sent: -41,
  }),
  organiser({
    id: 'organiser-en-interest-registered-2',
    language: 'en',
    state: 'interest-registered',
    event: 'zuconnect',
    kind: 'bulk',
    from: 'Zuzalu <events@zuzalu.org>',
    to: NAMED,
    subject: 'Thanks for registering (ZuConnect)',
    body: [
      'You registered to hear from us about ZuConnect. Applications for tickets open in September; residents of Zuzalu come first. Flights to Istanbul are cheap now.',
    ],
    sent: -75,
  }),
  organiser({
    id: 'organiser-en-order-replaced-2',
    language: 'en',
    state: 'order-replaced',
    event: 'edcon',
    kind: 'confirmation',
    order: 'SB8U',
    from: 'EDCON <tickets@edcon.io>',
    to: NAMED,
    subject: 'Your upgraded pass for EDCON 2024',
    body: [
      'Thanks for upgrading, Robin. Your Student ticket was voided and replaced by a Conference pass, SB8U, which covers all seven days and the hotel shuttle.',
    ],
    sent: -21,
  }),
  organiser({
    id: 'organiser-nl-cancellation-confirmed',
    language: 'nl',
    state: 'cancellation-confirmed',
    event: 'ethCC',
    kind: 'negative',
    order: 'NL4PV',
    from: 'EthCC <tickets@ethcc.io>',
    to: NAMED,
    subject: 'Bevestiging van je annulering (NL4PV)',
    body: [
      'Beste Robin, je inschrijving voor de conferentie EthCC 7 is beëindigd. Je kaartje kun je weggooien.',
    ],
    sent: -8,
  }),
  organiser({
    id: 'organiser-fr-newsletter-confirmed',
    language: 'fr',
    state: 'newsletter-confirmed',
    event: 'ethCC',
    kind: 'bulk',
    from: 'EthCC <newsletter@ethcc.io>',
    to: NAMED,
    subject: 'Votre inscription est confirmée',
    body: [
      'Merci de vous être inscrit à la lettre d’information d’EthCC : dates, billets, conférences, hébergement, tout y sera.',
    ],
    sent: -140,
  }),
];
