/**
 * Hotels, flights and calendars that name the event. A room or a seat booked for it is no ticket, and an invitation in a
 * calendar is not an answer.
 */
import { type Draft, framed } from '../draft.ts';
import { calendarFile } from '../luma/layout.ts';
import { NAMED, type Sample } from '../sample.ts';

const EN = { language: 'en' } as const;
const travel = (draft: Draft): Sample => framed('travel', draft, { colour: '#003580' });
const calendar = (draft: Draft): Sample =>
  framed('calendar', draft, { colour: '#1a73e8', foot: ['Invitation from Google Calendar'] });

export const TRAVEL: readonly Sample[] = [
  travel({
    ...EN,
    id: 'travel-en-hotel-booked',
    state: 'hotel-booked',
    event: 'ethCC',
    kind: 'bulk',
    order: '4087713265',
    from: 'Hotel Marivaux <reservations@marivaux.example>',
    to: NAMED,
    subject: 'Your reservation at Hotel Marivaux is confirmed',
    body: [
      'Dear Robin Keller, your reservation 4087713265 is confirmed: 7 - 12 July 2024, double room, rate "EthCC 2024 attendees".',
      'Check-in from 15:00. The conference venue is 15 minutes away on foot.',
    ],
    sent: -58,
    note: 'A room at the event’s rate; nobody asked for a ticket.',
  }),
  travel({
    ...EN,
    id: 'travel-en-flight-booked',
    state: 'flight-booked',
    event: 'devcon',
    kind: 'bulk',
    order: 'X7KQ2L',
    from: 'Siam Wings <booking@siamwings.example>',
    to: NAMED,
    subject: 'Booking confirmation X7KQ2L: Vienna - Bangkok',
    body: [
      'Passenger: Robin Keller. E-ticket 217-2406612349.\nFlight SW 937, Sunday 10 November 2024, 14:35',
      'Fare: Devcon SEA partner fare (12 % off). Check-in opens 24 hours before departure.',
    ],
    sent: -48,
    note: 'A ticket for a flight.',
  }),
  travel({
    ...EN,
    id: 'travel-en-hotel-booked-2',
    state: 'hotel-booked',
    event: 'devcon',
    kind: 'bulk',
    order: 'DVC-3391',
    from: 'Devcon Housing <housing@devcon.org>',
    to: NAMED,
    subject: 'Devcon SEA housing: booking DVC-3391 confirmed',
    body: [
      'Your room at the Sukhumvit Grand is booked through our housing desk, 11 - 16 November. The hotel takes payment at check-in.',
      'Housing bookings do not include a conference ticket. Tickets are sold in the shop.',
    ],
    sent: -50,
    note: 'From the organiser, and says itself that it is no ticket.',
  }),
  travel({
    ...EN,
    id: 'travel-en-shuttle-booked',
    state: 'shuttle-booked',
    event: 'dweb',
    kind: 'bulk',
    order: 'RS-1187',
    from: 'Redwood Shuttles <rides@redwood-shuttles.example>',
    to: NAMED,
    subject: 'Shuttle ticket RS-1187: San Francisco to DWeb Camp',
    body: [
      'Here is your bus ticket: Wednesday, August 7, 10:30 AM, 4th & King. You show it to the driver. Your camp ticket is checked at the gate by the organizers.',
    ],
    sent: -20,
    note: 'A bus ticket.',
  }),
  travel({
    id: 'travel-de-hotel-booked',
    language: 'de',
    state: 'hotel-booked',
    event: 'zkSummit11',
    kind: 'bulk',
    order: '771-204',
    from: 'Hotel Kapnikarea <booking@kapnikarea.example>',
    to: NAMED,
    subject: 'Buchungsbestätigung 771-204',
    body: [
      'Guten Tag Robin Keller, wir bestätigen Ihre Reservierung vom 9. bis 11. April zum Sonderpreis für Teilnehmer des ZK Summit 11. Unterkunft mit Frühstück.',
    ],
    sent: -29,
  }),
  travel({
    id: 'travel-ja-hotel-booked',
    language: 'ja',
    state: 'hotel-booked',
    event: 'edcon',
    kind: 'bulk',
    order: '20240719',
    from: '"代々木ホテル" <yoyaku@yoyogi-hotel.example>',
    to: NAMED,
    subject: '【代々木ホテル】ご予約確認書',
    body: [
      'ご予約番号：20240719　7月23日〜7月31日\n宿泊プラン：EDCON 2024 参加者向け割引プラン\nチェックイン 15:00〜',
    ],
    sent: -35,
  }),
  calendar({
    ...EN,
    id: 'calendar-en-invitation',
    state: 'invitation',
    event: 'devcon',
    kind: 'pending',
    from: 'Nadia Ferrante <nadia@devcon.org>',
    to: NAMED,
    subject: 'Invitation: Devcon SEA welcome drinks @ Mon Nov 11, 2024 7pm (ICT)',
    body: [
      'You have been invited to: Devcon SEA welcome drinks\nMonday, November 11, 7pm – 9pm\nWhere: QSNCC venue, roof\nGuests: Nadia Ferrante (organizer), robin.keller@mail.example',
      'RSVP: Yes · Maybe · No',
    ],
    attachments: [calendarFile('Devcon SEA welcome drinks')],
    sent: -15,
    note: 'Not answered, and about drinks.',
  }),
  calendar({
    ...EN,
    id: 'calendar-en-invitation-2',
    state: 'invitation',
    event: 'progcrypto',
    kind: 'pending',
    from: 'progcrypto <contact@progcrypto.org>',
    to: NAMED,
    subject: 'Invitation: progcrypto @ Thu Nov 16 – Fri Nov 17, 2023',
    body: [
      'progcrypto, Haliç Congress Center, Istanbul',
      'Going? Yes · No · Maybe. Conference tickets are handed out to those who register.',
    ],
    attachments: [calendarFile('progcrypto')],
    sent: -30,
  }),
  calendar({
    ...EN,
    id: 'calendar-en-reply',
    state: 'reply',
    event: 'ethCC',
    kind: 'other-person',
    from: 'Jonas Wirth <jonas@wirth.example>',
    to: NAMED,
    subject: 'Accepted: EthCC 7 registration desk, meet-up @ Mon Jul 8, 2024 9am',
    body: [
      'Jonas Wirth has accepted this invitation.',
      'EthCC 7 registration desk, meet-up\nMonday, July 8, 9am\nThe Square, Brussels (venue)',
    ],
    attachments: [
      {
        name: 'reply.ics',
        type: 'text/calendar; charset=utf-8; method=REPLY',
        content: 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n',
      },
    ],
    sent: -4,
    note: 'Somebody else’s answer to an invitation of the person’s.',
  }),
  calendar({
    ...EN,
    id: 'calendar-en-cancelled',
    state: 'cancelled',
    event: 'progcrypto',
    kind: 'negative',
    from: 'progcrypto <contact@progcrypto.org>',
    to: NAMED,
    subject: 'Canceled event: progcrypto @ Thu Nov 16 – Fri Nov 17, 2023',
    body: [
      'This event has been canceled and removed from your calendar.',
      'progcrypto, Haliç Congress Center, Istanbul\nNote: we had to withdraw the tickets of those who did not register in time.',
    ],
    attachments: [calendarFile('progcrypto', 'CANCEL')],
    sent: -2,
  }),
];
