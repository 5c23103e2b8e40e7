/** Held out: rules are not written from these. */
import { indico } from '../indico/layout.ts';
import type { Sample } from '../sample.ts';

export const INDICO_HELD_OUT: readonly Sample[] = [
  indico({
    language: 'en',
    state: 'abstract-submitted',
    event: 'edcon',
    kind: 'pending',
    subject: 'Abstract Submission confirmation (#61)',
    body: [
      'Dear Robin,',
      'your abstract “Proofs without hurry” (#61) for EDCON 2024 has been submitted. It will now be reviewed; the outcome follows by e-mail.',
      'Conference: EDCON 2024\nSubmitted by: Robin Keller\nTrack: Zero knowledge',
    ],
    sent: -110,
  }),
  indico({
    language: 'en',
    state: 'e-ticket',
    event: 'progcrypto',
    kind: 'confirmation',
    subject: 'Your ticket for progcrypto',
    form: { name: 'Builders', number: 88 },
    body: [
      'Dear Robin Keller,',
      'your e-ticket for **progcrypto** is attached to this mail. Please show its QR code at the check-in desk, printed or on your phone.',
    ],
    attachments: [{ name: 'Ticket.pdf', type: 'application/pdf' }],
    sent: -5,
  }),
  indico({
    language: 'en',
    state: 'registered',
    nr: 2,
    event: 'sigSingResident',
    kind: 'confirmation',
    subject: 'Registration for Signature Singularity Residency',
    form: { name: 'Residents', number: 9 },
    answers: { 'First name': 'Robin', 'Last name': 'Keller', 'Time zone': 'Europe/Zurich' },
    body: [
      'Dear Robin Keller,',
      'we received your registration for the **Signature Singularity Residency**; your place is confirmed. Nothing is left to do.',
      'Calls take place online; the links are on the registration page.',
    ],
    sent: -14,
  }),
  indico({
    language: 'es',
    state: 'abstract-accepted',
    event: 'ethCC',
    kind: 'role',
    subject: 'Aceptación de resumen (#208)',
    body: [
      'Estimado Robin:',
      'nos complace comunicarle que su resumen «Nodos de papel» (#208) ha sido aceptado como ponencia oral en EthCC[7].',
      'El comité organizador',
    ],
    sent: -70,
  }),
  indico({
    language: 'es',
    state: 'state-rejected',
    event: 'zuconnect',
    kind: 'negative',
    subject: 'Inscripción rechazada: ZuConnect',
    form: { name: 'Residentes', number: 140 },
    body: [
      'Estimado Robin Keller:',
      'Su inscripción en el evento **ZuConnect** ha sido **rechazada**. Motivo: no quedan plazas para las fechas solicitadas.',
    ],
  }),
  indico({
    language: 'fr',
    state: 'registration-pending',
    event: 'zkSummit11',
    kind: 'pending',
    subject: 'Inscription pour ZK Summit 11',
    form: { name: 'Participants', number: 61 },
    body: [
      'Cher Robin Keller,',
      'nous avons reçu votre demande d’inscription à **ZK Summit 11**. Elle doit encore être validée par les organisateurs ; vous serez informé de leur décision.',
    ],
  }),
  indico({
    language: 'ru',
    state: 'state-complete',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'Регистрация на Devcon SEA завершена',
    form: { name: 'Участники', number: 2101 },
    body: [
      'Уважаемый Robin Keller!',
      'Ваша регистрация на мероприятие **Devcon SEA** одобрена и теперь **завершена**.',
    ],
  }),
  indico({
    language: 'zh',
    state: 'registered',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'Devcon SEA 注册成功',
    form: { name: '参会者', number: 2230 },
    answers: { 名: 'Robin', 姓: 'Keller' },
    body: [
      '尊敬的 Robin Keller：',
      '感谢您！您已成功注册 **Devcon SEA**（2024 年 11 月 12 日至 15 日）。请凭注册编号在签到处领取胸牌。',
    ],
  }),
];
