/** Held out: rules are not written from these. */
import { pretalx } from '../pretalx/layout.ts';
import type { Sample } from '../sample.ts';

export const PRETALX_CREW_HELD_OUT: readonly Sample[] = [
  pretalx({
    language: 'en',
    state: 'accepted-elsewhere',
    event: 'zkSummit11',
    kind: 'other-person',
    subject: 'Your reviewer report: “Folding by example”',
    body: [
      'Hi Robin,',
      'thanks for reviewing! The talk that you rated highest, “Folding by example” by Mara Lindqvist, has been accepted for ZK Summit 11.',
      'The ZK Summit 11 organisers',
    ],
    note: 'another one’s talk',
  }),
  pretalx({
    language: 'en',
    state: 'press-denied',
    event: 'edcon',
    kind: 'negative',
    desk: 'press',
    subject: 'Your press accreditation request',
    body: [
      'Dear Robin Keller,',
      'thank you for your interest in covering EDCON 2024. Unfortunately we are unable to accredit you this year, as the media seats are limited.',
    ],
  }),
  pretalx({
    language: 'en',
    state: 'slides-reminder',
    event: 'devcon',
    kind: 'role',
    sent: -12,
    subject: 'Please upload the slides of your session',
    body: [
      'Hi Robin,',
      'your session “Wallets that forget” at Devcon SEA is twelve days away, and we do not have your slides yet. Please upload them by Friday, so that the stage crew can test them.',
    ],
  }),
  pretalx({
    language: 'es',
    state: 'reviewer-invitation',
    event: 'devcon',
    kind: 'pending',
    subject: 'Invitación para evaluar propuestas de Devcon SEA',
    body: [
      'Hola, Robin:',
      'nos gustaría que formara parte del comité de evaluación de Devcon SEA. Si acepta, pulse aquí: https://cfp.devcon.org/orga/invitation/es7/',
    ],
  }),
  pretalx({
    language: 'nl',
    state: 'helper-accepted',
    event: 'devcon',
    kind: 'role',
    desk: 'volunteers',
    subject: 'Je bent vrijwilliger bij Devcon SEA!',
    body: [
      'Hoi Robin,',
      'gefeliciteerd, je bent aangenomen als vrijwilliger bij Devcon SEA. Je hoeft geen kaartje te kopen: je badge ligt klaar bij de crewbalie.',
    ],
  }),
];
