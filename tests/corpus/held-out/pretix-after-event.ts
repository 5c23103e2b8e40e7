/** Held out: rules are not written from these. */
import { pretix } from '../pretix/layout.ts';
import type { Sample } from '../sample.ts';

export const PRETIX_AFTER_EVENT_HELD_OUT: readonly Sample[] = [
  pretix({
    language: 'ar',
    state: 'thanks',
    event: 'zuconnect',
    kind: 'attendance',
    byHand: true,
    subject: 'شكرًا لحضورك ZuConnect',
    code: 'AR7LK',
    sent: 15,
    body: ['عزيزي روبن،', 'شكرًا على مشاركتك معنا في إسطنبول. تجد شهادة الحضور مرفقة بهذه الرسالة.'],
    attachments: [{ name: 'certificate.pdf', type: 'application/pdf' }],
  }),
  pretix({
    language: 'de',
    state: 'bilingual-waiting-list',
    event: 'zkSummit11',
    kind: 'pending',
    subject: 'Warteliste / Waiting list: ZK Summit 11',
    body: [
      'Hallo, Sie stehen jetzt auf der Warteliste für ZK Summit 11. Wird ein Platz frei, bekommen Sie einen Gutschein.',
      'Hello, you are now on the waiting list for ZK Summit 11. If a place becomes free, we will send you a voucher.',
    ],
  }),
  pretix({
    language: 'de',
    state: 'news-afterwards',
    event: 'ethCC',
    kind: 'bulk',
    byHand: true,
    hosted: true,
    headers: { 'List-Unsubscribe': '<https://pretix.eu/ethcc/newsletter/out/de>' },
    sent: 12,
    subject: 'Rückblick auf EthCC[7]',
    body: [
      'Liebe Community,',
      'danke an alle, die in Brüssel dabei waren! Die Aufzeichnungen aller Vorträge stehen jetzt online, auch für die, die keine Eintrittskarte bekommen haben.',
      'Newsletter abbestellen: https://pretix.eu/ethcc/newsletter/out/de',
    ],
  }),
  pretix({
    language: 'he',
    state: 'thanks',
    event: 'progcrypto',
    kind: 'attendance',
    byHand: true,
    subject: 'תודה שהשתתפת ב-progcrypto',
    code: 'T8WAK',
    sent: 4,
    body: ['שלום Robin,', 'תודה שהיית איתנו באיסטנבול! תעודת ההשתתפות שלך מצורפת.'],
    attachments: [{ name: 'certificate.pdf', type: 'application/pdf' }],
  }),
  pretix({
    language: 'it',
    state: 'event-info',
    event: 'zkSummit11',
    kind: 'logistics',
    byHand: true,
    subject: 'ZK Summit 11: informazioni per i partecipanti',
    code: '9CFKA',
    sent: -3,
    body: [
      'Cari partecipanti,',
      'ci vediamo mercoledì ad Atene! L’accoglienza apre alle 8:30: mostrate il codice QR del biglietto e ritirate il badge. Pranzo e caffè sono inclusi.',
    ],
  }),
];
