/** Meetup mails that rules are measured on. */
import { meetup } from '../meetup/layout.ts';
import type { Sample } from '../sample.ts';

export const MEETUP_HELD_OUT: readonly Sample[] = [
  meetup({
    id: 'meetup-en-rsvp-yes-3',
    language: 'en',
    state: 'rsvp-yes',
    event: 'zuconnect',
    kind: 'confirmation',
    group: 'Istanbul Ethereum',
    headline: 'See you there, Robin',
    subject: 'RSVP confirmed for ZuConnect',
    body: [
      'You RSVPed yes, and the organizer counts on you and one guest.',
      '**ZuConnect**\nSunday, October 29, 2023\nBalat, Istanbul\nAttendees: 61',
    ],
    sent: -9,
  }),
  meetup({
    id: 'meetup-en-waitlisted-2',
    language: 'en',
    state: 'waitlisted',
    event: 'zuconnect',
    kind: 'pending',
    group: 'Istanbul Ethereum',
    headline: 'This event is full',
    subject: 'ZuConnect: you joined the waitlist',
    body: [
      'You are number 14 in line. We’ll tell you when an RSVP frees up; please don’t come to the venue before.',
    ],
    sent: -8,
  }),
  meetup({
    id: 'meetup-en-event-announced-2',
    language: 'en',
    state: 'event-announced',
    event: 'zuconnect',
    kind: 'bulk',
    group: 'Istanbul Ethereum',
    headline: 'Aylin scheduled an event',
    subject: 'ZuConnect: 20 tickets for our group',
    from: 'Meetup <info@email.meetup.com>',
    body: ['Be quick and RSVP. ZuConnect, October 29 - November 11, is a residency and a conference in one.'],
    sent: -27,
  }),
  meetup({
    id: 'meetup-ko-event-cancelled',
    language: 'ko',
    state: 'event-cancelled',
    event: 'edcon',
    kind: 'negative',
    group: '서울 이더리움',
    headline: '이벤트가 취소되었습니다',
    subject: '취소됨: EDCON 2024 참관단',
    body: ['주최자가 EDCON 2024 참관단 모임을 취소했습니다. 참가 등록은 더 이상 유효하지 않습니다.'],
    sent: -10,
  }),
  meetup({
    id: 'meetup-nl-reminder',
    language: 'nl',
    state: 'reminder',
    event: 'sigSingDemoDay',
    kind: 'logistics',
    group: 'Cryptografie Utrecht',
    headline: 'Morgen om 19.00 uur',
    subject: 'Morgen: SigSing Demo Day',
    body: [
      'Je gaat naar SigSing Demo Day. Je aanmelding staat genoteerd; deelnemers krijgen een kwartier van tevoren de link.',
    ],
    sent: -1,
  }),
];
