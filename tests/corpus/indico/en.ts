/** English mails of Indico. */
import { indico } from './layout.ts';
import type { Sample } from '../sample.ts';

const en = (mail: Omit<Parameters<typeof indico>[0], 'language'>): Sample =>
  indico({ ...mail, language: 'en' });

export const INDICO_EN: readonly Sample[] = [
  en({
    state: 'registered',
    event: 'zkSummit11',
    kind: 'confirmation',
    subject: 'Registration for ZK Summit 11',
    form: { name: 'Participants', number: 57 },
    answers: { 'First name': 'Robin', 'Last name': 'Keller', Diet: 'vegetarian' },
    body: [
      'Dear Robin Keller,',
      'Thank you! Your registration for the event **ZK Summit 11** (10 April 2024, 09:00 - 19:00) has been completed.',
      'To change or withdraw it, follow this link: https://indico.zksummit.com/event/11/registrations/3/',
    ],
  }),
  en({
    state: 'registration-pending',
    event: 'edgeEsmeralda',
    kind: 'pending',
    subject: 'Registration for Edge Esmeralda 2024',
    form: { name: 'Residents', number: 212 },
    answers: { 'First name': 'Robin', 'Last name': 'Keller', Weeks: '1, 2' },
    body: [
      'Dear Robin Keller,',
      'Thank you! We have your registration for the event **Edge Esmeralda 2024** (2 June - 30 June 2024).',
      'Registrations for this event are approved by hand. You will hear from us once yours is complete.',
    ],
  }),
  en({
    state: 'registration-unpaid',
    event: 'edcon',
    kind: 'pending',
    subject: 'Registration for EDCON 2024',
    form: { name: 'Regular participants', number: 1403 },
    answers: { 'First name': 'Robin', 'Last name': 'Keller', 'T-shirt': 'M' },
    body: [
      'Dear Robin Keller,',
      'Your registration for the event **EDCON 2024** has arrived. To complete it, please go to the checkout: https://indico.edcon.io/event/24/registrations/1/checkout',
      'Total: 250.00 USD',
    ],
  }),
  en({
    state: 'state-complete',
    event: 'edcon',
    kind: 'confirmation',
    subject: 'Registration complete for EDCON 2024',
    form: { name: 'Regular participants', number: 1403 },
    body: [
      'Dear Robin Keller,',
      'The state of your registration for the event **EDCON 2024** has changed. It is now **complete**.',
      'Your payment of 250.00 USD has been booked. A receipt is available on the registration page.',
    ],
  }),
  en({
    state: 'state-rejected',
    event: 'edgeEsmeralda',
    kind: 'negative',
    subject: 'Registration rejected for Edge Esmeralda 2024',
    form: { name: 'Residents', number: 212 },
    body: [
      'Dear Robin Keller,',
      'Your registration for the event **Edge Esmeralda 2024** has been **rejected**.',
      'Reason: all houses for these weeks are taken.',
    ],
  }),
  en({
    state: 'state-withdrawn',
    event: 'zkSummit11',
    kind: 'negative',
    subject: 'Registration withdrawn for ZK Summit 11',
    form: { name: 'Participants', number: 57 },
    body: [
      'Dear Robin Keller,',
      'Your registration for the event **ZK Summit 11** has been **withdrawn**. You can register again as long as places are free.',
    ],
  }),
  en({
    state: 'modified',
    event: 'zkSummit11',
    kind: 'confirmation',
    subject: 'Registration modified for ZK Summit 11',
    form: { name: 'Participants', number: 57 },
    answers: { 'First name': 'Robin', 'Last name': 'Keller', Diet: 'vegan', State: 'Completed' },
    body: [
      'Dear Robin Keller,',
      'Your registration for the event **ZK Summit 11** has been modified as you wished and remains confirmed.',
    ],
  }),
  en({
    state: 'invitation',
    event: 'progcrypto',
    kind: 'pending',
    subject: 'Invitation to register: progcrypto',
    body: [
      'Dear Robin,',
      'we would be glad to have you at progcrypto, 16 and 17 November in Istanbul. You can register, or decline, with your personal link:',
      'https://indico.progcrypto.org/event/7/registrations/2/?invitation=1f3c',
      'Best regards\nJo Anand',
    ],
  }),
  en({
    state: 'not-registered-yet',
    event: 'sigSingDemoDay',
    kind: 'pending',
    subject: 'Reminder: you have not registered for SigSing Demo Day yet',
    body: [
      'Dear Robin,',
      'some weeks ago we invited you to SigSing Demo Day. Registration closes on Friday, and so far we have no answer from you.',
      'https://indico.sigsing.com/event/2/registrations/1/?invitation=77ac',
    ],
  }),
  en({
    state: 'abstract-accepted',
    event: 'edcon',
    kind: 'role',
    subject: 'Abstract Acceptance notification (#61)',
    body: [
      'Dear Robin,',
      'the programme committee has accepted your abstract “Proofs without hurry” (#61) as an oral presentation in the track Zero knowledge.',
      'Conference: EDCON 2024\nSubmitted by: Robin Keller\nPrimary authors: Robin Keller, Mara Lindqvist',
      'Kind regards\nThe organizers of EDCON 2024',
    ],
    sent: -80,
  }),
  en({
    state: 'abstract-rejected',
    event: 'zkSummit11',
    kind: 'negative',
    subject: 'Abstract Rejection notification (#19)',
    body: [
      'Dear Robin,',
      'we are sorry to tell you that your abstract “Folding by example” (#19) was not accepted for ZK Summit 11.',
      'The organizers of ZK Summit 11',
    ],
    sent: -60,
  }),
  en({
    state: 'reminder',
    event: 'zkSummit11',
    kind: 'logistics',
    subject: 'Event reminder: ZK Summit 11',
    body: [
      'Dear participants,',
      'ZK Summit 11, for which you are registered, starts tomorrow, 10 April 2024, at 09:00 (Europe/Athens).',
      'Venue: Technopolis, Pireos 100. Agenda: https://indico.zksummit.com/event/11/timetable/',
    ],
    sent: -1,
  }),
  en({
    state: 'certificate',
    event: 'edcon',
    kind: 'attendance',
    subject: 'Certificate of attendance: EDCON 2024',
    body: [
      'Dear Robin Keller,',
      'a certificate that you attended EDCON 2024 from 24 to 30 July has been made for you. It is attached and can also be found on your registration page.',
    ],
    attachments: [{ name: 'Certificate_1403.pdf', type: 'application/pdf' }],
    sent: 10,
  }),
  en({
    state: 'told-to-manager',
    event: 'progcrypto',
    kind: 'other-person',
    subject: 'New registration for progcrypto: Mara Lindqvist',
    form: { name: 'Builders', number: 91 },
    answers: {
      'First name': 'Mara',
      'Last name': 'Lindqvist',
      'Email address': 'mara.lindqvist@mail.example',
    },
    body: [
      'Dear event manager,',
      'Mara Lindqvist has registered for the event **progcrypto**. The registration is complete.',
    ],
  }),
  en({
    state: 'announcement',
    event: 'zkSummit11',
    kind: 'bulk',
    from: '"Zero Knowledge" <news@zksummit.com>',
    headers: { 'List-Id': 'ZK events <zk-events.zksummit.com>', Precedence: 'list' },
    subject: 'Registration for ZK Summit 11 is open',
    body: [
      'Dear colleagues,',
      'registration for ZK Summit 11 (Athens, 10 April 2024) has opened. The fee is 180 EUR until 29 February and 240 EUR afterwards. Participants receive their badge at the venue.',
      'https://indico.zksummit.com/event/11/',
    ],
    sent: -70,
  }),
];
