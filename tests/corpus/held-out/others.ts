/** Other people's tickets, programs' answers, journeys and calendars that rules are measured on. */
import { autoReply } from '../auto-reply/layout.ts';
import { type Draft, framed } from '../draft.ts';
import { calendarFile } from '../luma/layout.ts';
import { organiser } from '../organiser/layout.ts';
import { forward } from '../others/layout.ts';
import { NAMED, type Sample } from '../sample.ts';

const travel = (draft: Draft): Sample => framed('travel', draft, { colour: '#003580' });

export const OTHERS_HELD_OUT: readonly Sample[] = [
  autoReply({
    id: 'auto-reply-en-request-received-4',
    language: 'en',
    state: 'request-received',
    desk: 'zendesk',
    event: 'ethDenver24',
    kind: 'automatic',
    from: 'ETHDenver Help <help@ethdenver.com>',
    to: NAMED,
    subject: 'We received your request: "My ETHDenver 2024 registration"',
    body: [
      'Hi Robin, a member of the crew will be with you shortly. Your words, for the record:',
      'I got my ETHDenver 2024 ticket, the application was accepted. Which hotel is next to the venue?',
    ],
    sent: -15,
  }),
  autoReply({
    id: 'auto-reply-en-copy-of-form-3',
    language: 'en',
    state: 'copy-of-form',
    desk: 'form',
    event: 'ethCC',
    kind: 'automatic',
    from: 'EthCC <help@ethcc.io>',
    to: NAMED,
    subject: 'Your message has been sent',
    body: [
      'You wrote to EthCC:',
      'Your order for EthCC 7 was successful, your ticket is attached. See you at the conference in Brussels!',
      'We answer within three days.',
    ],
    sent: -20,
  }),
  autoReply({
    id: 'auto-reply-pt-absence',
    language: 'pt',
    state: 'absence',
    desk: 'absence',
    event: 'devcon',
    kind: 'automatic',
    from: 'Camila Duarte <camila@devcon.org>',
    to: NAMED,
    subject: 'Resposta automática: inscrição',
    body: [
      'Estou na Devcon até 17 de novembro. Para ingressos e credenciamento, escreva a support@devcon.org.',
    ],
    sent: 1,
  }),
  forward({
    id: 'person-fr-forwarded-ticket',
    language: 'fr',
    state: 'forwarded-ticket',
    event: 'ethCC',
    kind: 'other-person',
    from: 'Élodie Marchand <elodie@marchand.example>',
    to: NAMED,
    subject: 'TR : Confirmation de commande EthCC 7',
    body: ['Salut, voilà ma commande. Tu viens aussi ?'],
    original: [
      'De : EthCC <tickets@ethcc.io>\nEnvoyé : mardi 7 mai 2024 09:30\nÀ : Élodie Marchand\nObjet : Confirmation de commande EthCC 7',
      'Votre inscription à la conférence est confirmée. Votre billet est joint.',
    ],
    sent: -62,
  }),
  organiser({
    id: 'organiser-en-names-another-2',
    language: 'en',
    state: 'names-another',
    event: 'devcon',
    kind: 'other-person',
    order: 'N7SJE',
    from: 'Devcon <tickets@devcon.org>',
    to: NAMED,
    subject: 'Ticket for Oskar Lindqvist, Devcon SEA',
    body: [
      'Hello,',
      'attached you find the ticket that belongs to Oskar Lindqvist (order N7SJE). It is personal; at the venue we compare it with the passport.',
    ],
    attachments: [{ name: 'N7SJE.pdf', type: 'application/pdf' }],
    sent: -33,
  }),
  organiser({
    id: 'organiser-en-passed-on-2',
    language: 'en',
    state: 'passed-on',
    event: 'devcon',
    kind: 'other-person',
    order: 'K8WQN',
    from: 'Devcon <tickets@devcon.org>',
    to: NAMED,
    subject: 'K8WQN: the name on your Devcon ticket was changed',
    body: [
      'Hi Robin, from now on ticket K8WQN admits Deniz Aksoy. We have sent the new PDF to Deniz; the one that you hold is void.',
    ],
    sent: -7,
  }),
  travel({
    id: 'travel-es-hotel-booked',
    language: 'es',
    state: 'hotel-booked',
    event: 'devcon',
    kind: 'bulk',
    order: '65520017',
    from: 'Hotel Silom <reservas@silom-hotel.example>',
    to: NAMED,
    subject: 'Reserva confirmada 65520017',
    body: [
      'Estimado Robin Keller: su reserva del 11 al 16 de noviembre está confirmada, con la tarifa para asistentes de Devcon.',
    ],
    sent: -41,
  }),
  framed(
    'calendar',
    {
      id: 'calendar-en-invitation-3',
      language: 'en',
      state: 'invitation',
      event: 'edgeEsmeralda',
      kind: 'pending',
      from: 'Edge City <hello@edgecity.live>',
      to: NAMED,
      subject: 'Invitation: Edge Esmeralda orientation @ Sun Jun 2, 2024 5pm (PDT)',
      body: [
        'Edge Esmeralda orientation\nPlaza, Healdsburg\nGoing (robin.keller@mail.example)? Yes · No · Maybe',
      ],
      attachments: [calendarFile('Edge Esmeralda orientation')],
      sent: -9,
    },
    { foot: ['Invitation from Google Calendar'] },
  ),
];
