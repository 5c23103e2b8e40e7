import { OWNER } from '../draft.ts';
import type { Draft } from '../draft.ts';
import { seededBytes } from '../random.ts';
import { crlf, rawMail, special } from './special.ts';

const TO_OWNER = `To: ${OWNER.name} <${OWNER.address}>`;
/** A little over 5 MB with base64 and line ends. */
const GUIDE_BYTES = 3_900_000;

/** Mail of unusual shape: sizes, encodings, nesting, missing and broken parts. */
export function shapes(): Draft[] {
  return [
    special('devcon-five-megabytes', {
      at: '2024-10-28T04:00:00Z',
      mime: {
        from: { name: 'Devcon', address: 'hello@devcon.org' },
        subject: 'Devcon SEA attendee guide',
        text: 'The guide is attached. Keep your ticket at hand; the venue has five entrances.\n',
        attachments: [{ filename: 'attendee-guide.pdf', content: seededBytes('guide', GUIDE_BYTES) }],
      },
      signatures: [{ key: 'devconEd' }],
    }),
    special('edge-esmeralda-no-message-id', {
      at: '2024-05-02T11:00:00Z',
      dropHeaders: ['message-id'],
      mime: {
        from: { name: 'Healdsburg Inn', address: 'desk@healdsburg-inn.example' },
        subject: 'Reservation for Edge Esmeralda guests',
        text: 'Your hotel reservation is confirmed, check-in from 15:00. We look forward to Edge Esmeralda.\n',
      },
    }),
    special('sigsing-empty-subject', {
      at: '2024-03-25T08:00:00Z',
      raw: rawMail(
        [
          'From: Camille <camille.laurent@courrier.example>',
          TO_OWNER,
          'Subject:',
          'Date: Mon, 25 Mar 2024 08:59:56 +0100',
          'Message-ID: <empty-1@courrier.example>',
        ],
        crlf('My registration for the SigSing Residency came through. Yours? The schedule looks full.\n'),
      ),
    }),
    special('ethdenver-no-subject-no-date', {
      at: '2024-02-20T08:00:00Z',
      raw: rawMail(
        ['From: shuttle@denver-shuttle.example', TO_OWNER, 'Message-ID: <shuttle-1@denver-shuttle.example>'],
        crlf('Shuttle booked: flight UA 182, drop-off at ETHDenver 2024. Show the receipt to the driver.\n'),
      ),
    }),
    special('zksummit-nested-multipart', {
      at: '2024-03-28T09:00:00Z',
      raw: rawMail(
        [
          'From: =?UTF-8?B?WksgU3VtbWl0?= <hello@zksummit.com>',
          TO_OWNER,
          'Subject: =?UTF-8?B?WksgU3VtbWl0IDExIOKAkyB5b3Vy?= =?UTF-8?Q?_ticket?=',
          'Date: Thu, 28 Mar 2024 09:59:56 +0100',
          'Message-ID: <nested-1@zksummit.com>',
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed;\r\n boundary="m"',
        ],
        crlf(
          [
            '--m\nContent-Type: multipart/related; boundary="m-r"\n',
            '--m-r\nContent-Type: multipart/alternative; boundary="m-r-a"\n',
            '--m-r-a\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nYour ticket for ZK Summit =\n11. The venue: Athens Conservatoire =E2=80=93 9=C2=A0am.\n',
            '--m-r-a\nContent-Type: text/html; charset=utf-8\n\n<p>Your ticket for <b>ZK&nbsp;Summit</b> 11.</p><img src="cid:map">\n',
            '--m-r-a--\n',
            '--m-r\nContent-Type: image/gif\nContent-ID: <map>\nContent-Transfer-Encoding: base64\n\nR0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7\n',
            '--m-r--\n',
            '--m\nContent-Type: application/pdf; name="ticket.pdf"\nContent-Disposition: attachment; filename="ticket.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQK\n',
            '--m--\n',
          ].join('\n'),
        ),
      ),
      signatures: [{ key: 'zksummit' }],
    }),
    special('progcrypto-html-entities', {
      at: '2023-11-10T12:00:00Z',
      mime: {
        from: { name: 'Bosphorus Rooms', address: 'stay@bosphorus-rooms.example' },
        subject: 'Your stay',
        html: '<html><body><div>Your b<b>ook</b>ing&nbsp;for&#32;prog&#99;rypto is set.</div><div>H&ocirc;tel check&#45;in: 14:00</div></body></html>',
      },
    }),
    special('ethdenver-html-upper-case-qp', {
      at: '2024-02-15T06:00:00Z',
      raw: rawMail(
        [
          'FROM: EVENTS <events@union-station.example>',
          TO_OWNER.toUpperCase(),
          'SUBJECT: =?us-ascii?q?ETHDENVER_2024_=26_UNION_STATION?=',
          'DATE: 15 Feb 24 06:00 GMT',
          'MESSAGE-ID: <UPPER-1@UNION-STATION.EXAMPLE>',
          'CONTENT-TYPE: TEXT/HTML; CHARSET=ISO-8859-1',
          'CONTENT-TRANSFER-ENCODING: QUOTED-PRINTABLE',
        ],
        crlf('<P>YOUR TABLE RESERV=\nATION FOR TEN ATTENDEES OF ETHDENVER=A02024 IS CONFIRMED</P>\n'),
      ),
    }),
    special('edcon-unknown-charset', {
      at: '2024-07-10T03:00:00Z',
      raw: rawMail(
        [
          'From: shuttle@narita-bus.example',
          TO_OWNER,
          'Subject: EDCON 2024 bus ticket',
          'Date: Wed, 10 Jul 2024 12:00:00 +0900',
          'Message-ID: <bus-1@narita-bus.example>',
          'Content-Type: text/plain; charset=x-no-such-charset',
        ],
        crlf('Your bus ticket to the venue is valid all day.\n'),
      ),
    }),
    special('zuconnect-bare-line-feeds', {
      at: '2023-10-25T10:00:00Z',
      raw: Buffer.from(
        `From: ferry@bosphorus.example\n${TO_OWNER}\nSubject: ZuConnect ferry\nDate: Wed, 25 Oct 2023 12:59:56 +0300\nMessage-ID: <lf-1@bosphorus.example>\n\nYour booking on the ZuConnect ferry, boarding pass below.\n`,
      ),
    }),
    special('broken-truncated-multipart', {
      at: '2024-04-04T04:04:00Z',
      raw: rawMail(
        [
          'From: scanner@lindenworks.example',
          TO_OWNER,
          'Subject: Scan',
          'Message-ID: <scan-1@lindenworks.example>',
          'Content-Type: multipart/mixed; boundary=cut',
        ],
        crlf(
          '--cut\nContent-Type: text/plain\n\nPage one\n--cut\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgoAAAANSUh',
        ),
      ),
    }),
    special('broken-base64-and-boundary', {
      at: '2024-04-05T04:04:00Z',
      raw: rawMail(
        [
          'From: fax@lindenworks.example',
          TO_OWNER,
          'Subject: =?utf-8?B?%%%not-base64%%%?= fax =?no-such?X?abc?=',
          'Message-ID: <fax-1@lindenworks.example>',
          'Content-Type: multipart/alternative',
          'Content-Transfer-Encoding: base64',
        ],
        crlf('====%%%%\n\u0000\u0001\u0002 no boundary was given\n'),
      ),
    }),
    special('broken-no-header', {
      at: '2024-04-06T04:04:00Z',
      raw: Buffer.from('\r\nOnly a body, from a form that forgot the rest.\r\n'),
    }),
    special('broken-bytes', {
      at: '2024-04-07T04:04:00Z',
      raw: seededBytes('noise', 3_000),
    }),
  ];
}
