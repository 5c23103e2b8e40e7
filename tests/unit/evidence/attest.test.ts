import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { atOnce } from '../../../mail/slices.ts';
import { createClassifier, type MailText } from '../../../worker/evidence/index.ts';
import { foldText } from '../../../worker/evidence/folding.ts';
import { KeywordAutomaton, NUMBERS_PER_PLACE } from '../../../worker/evidence/keyword-automaton.ts';

const classifier = createClassifier(CATALOG);
const attest = (body: string, subject = ''): string[] => classifier.attest({ subject, body, parts: [] });

describe('a mail attests an event', () => {
  test('with a name, a booking word and a presence word, in any order', () => {
    expect(attest('Your ticket for Devcon. See you at the venue.')).toEqual(['devcon']);
    expect(
      classifier.attest({ subject: 'Devcon', body: 'your order', parts: ['your order', 'bring your badge'] }),
    ).toEqual(['devcon']);
  });

  test('never without one of the three', () => {
    expect(attest('Your ticket for Devcon.')).toEqual([]);
    expect(attest('The venue of Devcon.')).toEqual([]);
    expect(attest('Your ticket. The venue.')).toEqual([]);
    expect(attest('')).toEqual([]);
  });

  test('together with other events, in catalog order', () => {
    expect(
      attest('Order: EDCON, ZuConnect and EthCC. Venues and hotels by mail; badge at the door.'),
    ).toEqual(['zuconnect', 'ethCC', 'edcon']);
  });

  test.each(CATALOG.events.flatMap(({ key, names }) => names.map((name) => [name, key] as const)))(
    'by the name %s: %s and no other',
    (name, key) => {
      for (const form of [
        name,
        name.toUpperCase(),
        name.toLowerCase(),
        `“${name}”`,
        `${name}’s`,
        `(${name}):`,
      ]) {
        expect(attest(`Registration for ${form} is confirmed, the hotel is near.`)).toEqual([key]);
      }
    },
  );
});

describe('words', () => {
  test.each([
    ['case', 'YOUR TICKET FOR DEVCON, AT THE VENUE'],
    ['full width', 'Ｙｏｕｒ ｔｉｃｋｅｔ ｆｏｒ Ｄｅｖｃｏｎ, ｖｅｎｕｅ'],
    ['mathematical letters', '𝐃𝐞𝐯𝐜𝐨𝐧 ticket, venue'],
    ['accents', 'Dévcön ticket, venue'],
    ['decomposed accents', 'De\u0301vcon ticket, ve\u0301nue'],
    ['soft hyphens and zero-width spaces', 'Dev\u00ADcon tic\u200Bket, \uFEFFvenue'],
    ['direction marks', '\u202ADevcon\u202C ticket, \u200Fvenue'],
    ['emoji at the words', '🎟️ticket🎟️ 🦄Devcon🦄 📍venue📍'],
    ['no-break spaces', 'Devcon\u00A0ticket\u202Fvenue'],
    ['sentences that follow each other', 'Ticket. Devcon! Venue?'],
    ['paragraphs that follow each other', 'Ticket\n\nDevcon\r\n\r\nVenue'],
    ['line ends in a phrase', 'Devcon ticket\r\ndoors\r\nopen at nine'],
    ['hyphens for spaces and the other way round', 'Devcon e ticket, check in'],
    ['German compounds with hyphens', 'Devcon-Ticket, Konferenz-Hotel'],
    ['a Turkish capital', 'Devcon BİLETİNİZ, KONFERANS'],
    ['a German sharp s', 'Devcon BESTELLUNG, Straße, Venue'],
    ['curly apostrophes', 'Devcon: you’re registered. The venue …'],
  ])('are found despite %s', (_, text) => {
    expect(attest(text)).toEqual(['devcon']);
  });

  test.each([
    ['Devconnect ticket, venue'],
    ['TheDevcon ticket, venue'],
    ['Devcon2019 ticket, venue'],
    ['Devcon tickets4u, venue'],
    ['Devcon Ticketverkauf, venue'],
    ['Devcon ticket, revenues'],
    ['Devcon ticket, hotelier'],
    ['EDCONs ticket, venue'],
    ['Devcon recorder, venue'],
    ['Devcon borders, venue'],
    ['Edge. Esmeralda: ticket, venue'],
    ['Edge\r\n\r\nEsmeralda: ticket, venue'],
    ['Edge\n \nEsmeralda: ticket, venue'],
    ['Devcon ticket. Doors\n\nopen'],
  ])('are never found inside a longer word, or across sentences: %s', (text) => {
    expect(attest(text)).toEqual([]);
  });
});

describe('languages', () => {
  test.each([
    ['German', 'Ihre Anmeldung zur EDCON ist bestätigt. Einlass ab 9 Uhr.', 'edcon'],
    ['German, accents missing', 'Buchungsbestatigung EDCON. Fluge und Unterkunft', 'edcon'],
    ['French', 'Votre billet pour l’EthCC. Lieu : Square Brussels. Présentez votre badge.', 'ethCC'],
    ['Spanish', 'Tu entrada para Devcon. El recinto abre a las 9.', 'devcon'],
    ['Portuguese', 'Inscrição confirmada: Devcon. Local do evento: QSNCC', 'devcon'],
    ['Italian', 'Il tuo biglietto per EDCON: la conferenza inizia domani', 'edcon'],
    ['Dutch', 'Je inschrijving voor EthCC. Het congres begint om 9 uur.', 'ethCC'],
    ['Turkish', 'ZuConnect kaydınız tamamlandı. Otel bilgileri ektedir.', 'zuconnect'],
    ['Russian', 'Ваш билет на Devcon. Конференция начинается в 9.', 'devcon'],
    ['Japanese', 'EDCON 2024のチケットをご購入いただきありがとうございます。会場：東京', 'edcon'],
    ['Japanese, half-width', 'EDCON 2024ﾉﾁｹｯﾄ、会場', 'edcon'],
    ['Japanese, broken in mid-word', 'EDCONのお申し\r\n込みを承りました。カンファレ\nンス当日', 'edcon'],
    ['Japanese, a word and a longer one that holds it', 'EDCONの入場券。入場は9時から', 'edcon'],
    ['Chinese, simplified', '您的Devcon门票已确认，会议地点：曼谷', 'devcon'],
    ['Chinese, traditional', '感謝您報名Devcon，請於會場出示', 'devcon'],
    ['Korean', 'Devcon에서 티켓을 확인하세요. 행사장은 방콕입니다.', 'devcon'],
    ['Thai', 'ตั๋วDevconของคุณ พบกันที่โรงแรม', 'devcon'],
    ['Thai, without spaces', 'ขอบคุณที่ลงทะเบียนเข้าร่วมการประชุมDevcon', 'devcon'],
    ['Arabic', 'تذكرتك إلى Devcon جاهزة. يبدأ المؤتمر غدًا', 'devcon'],
    ['Arabic, with vowel signs and tatweel', 'تَذْكِرَة Devcon والفنـــدق', 'devcon'],
    ['Hebrew', 'הכרטיס שלך ל-Devcon. הכנס יתחיל מחר', 'devcon'],
  ] as [string, string, string][])('%s', (_, text, event) => {
    expect(attest(text)).toEqual([event]);
  });

  test.each([
    ['an Arabic word inside a longer one', 'Devcon متذكرةن فندق'],
    ['Japanese words in different sentences', 'EDCONのチケ。ット、会場'],
    [
      'a Japanese newsletter with its footer',
      'EDCONのニュース。メルマガ登録解除はこちら。受付時間 9:00-17:00',
    ],
    ['one Japanese word that holds another: entry in admission ticket', 'EDCONの入場券'],
    ['Korean words across lines', 'Devcon 소식지, 티\n켓, 호텔'],
  ])('not by %s', (_, text) => {
    expect(attest(text)).toEqual([]);
  });
});

describe('newsletters', () => {
  test.each([
    ['the name itself holds the word', 'DWeb Camp is back! Place your order for our mugs.'],
    ['the name itself holds the word', 'SigSing Demo Day: registration is open'],
    ['the name itself holds the word', 'ZK Summit 11 tickets'],
    ['the name itself holds the word', 'Ethereum Community Conference tickets'],
    ['idioms', 'In order to understand what Devcon means for the venue business'],
    ['company footers', 'Devcon news. Hotels. Registered in England, company registration number 123'],
    ['conference calls', 'Devcon news. Order two, get one. Join our conference call.'],
    ['French idioms', 'Devcon : l’événement a lieu en ligne au lieu de Paris. Commande'],
    ['support desks', 'Devcon app: your support ticket was closed. Agenda attached.'],
    ['inboxes', 'Devcon en tu bandeja de entrada. Hotel'],
    ['Vol. 3', 'Devcon Digest Vol. 3, order of the day'],
    ['links', 'News https://devcon.org/tickets?order=1 of the conference'],
    ['domains', 'Read devcon.org and ethcc.io before you order, says the hotel'],
    ['addresses', 'Write to devcon@ethereum.org about your order at the venue'],
    ['words that stand in links alone', 'Devcon https://x.example/ticket/order www.venue.com hotel@x.com'],
  ])('do not attest: %s', (_, text) => {
    expect(attest(text)).toEqual([]);
  });

  test('a word that is part of the name counts when it also stands outside it', () => {
    expect(attest('Your ticket for DWeb Camp. Camping starts on Wednesday.')).toEqual(['dweb']);
    expect(attest('RSVP: SigSing Demo Day. The demo day is online.')).toEqual(['sigSingDemoDay']);
    expect(attest('Order confirmation for the SigSing Residency. During the residency …')).toEqual([
      'sigSingResident',
    ]);
    expect(attest('Ticket for ZK Summit 11. The summit starts at 9.')).toEqual(['zkSummit11']);
  });

  test('a link or an address does not hide the words around it', () => {
    expect(attest('詳細はhttps://lu.ma/xへ。EDCONのチケット、会場')).toEqual(['edcon']);
    expect(attest('Tickets@Devcon, venue: see https://x.example')).toEqual([]);
    expect(attest('Ticket @ Devcon, venue')).toEqual(['devcon']);
    expect(attest('Venue:https://lu.ma/x Ticket:Devcon')).toEqual(['devcon']);
  });
});

describe('editions', () => {
  const booked = (name: string): string[] => attest(`${name}: your order and your hotel`);

  test.each([
    'Devcon 7',
    'Devcon VII',
    'Devcon 2024',
    'EthCC[7]',
    'EthCC #7',
    "EDCON '24",
    'DWeb Camp, 7-11 August 2024',
    'EthCC 8-11 July',
    'EthCC 8 July',
    'Devcon 12–15 November',
    'Devcon 2 tickets',
    'Devcon 1x',
    'Devcon 12.11.2024',
    'Edge Esmeralda 30 days',
    'EDCON 24. Juli',
    'EDCON 24日',
  ])('%s is the edition in the catalog', (name) => {
    expect(booked(name)).toHaveLength(1);
  });

  test.each([
    'Devcon 6',
    'Devcon VI',
    'Devcon 2019',
    'Devcon #4',
    'EthCC[5]',
    'EthCC 2023',
    "EDCON '23",
    'EDCON (2023)',
    'DWeb Camp 2022',
    'Edge Esmeralda 2025',
    'ETHDenver 2023',
    'ZK Summit 10',
  ])('%s is another edition', (name) => {
    expect(booked(name)).toEqual([]);
  });

  test('a mail that names both editions is about the one in the catalog', () => {
    expect(attest('After Devcon VI in Bogotá: your Devcon 7 ticket, the venue')).toEqual(['devcon']);
    expect(attest('Devcon was great. Devcon VI ticket, the venue')).toEqual([]);
  });
});

describe('the automaton', () => {
  const found = (words: readonly string[], text: string): (number | undefined)[] => {
    const automaton = new KeywordAutomaton({ name: words, notMeant: [], booking: [], presence: [] });
    return atOnce(automaton.searching(text)).flatMap((places) =>
      [...places]
        .filter((_, at) => at % NUMBERS_PER_PLACE === 0)
        .map((state) => automaton.endings[state]?.name?.keywords[0]),
    );
  };

  test('finds what a slow search finds, in any mixture of scripts: the longest word at each place', () => {
    const word = fc.constantFrom(
      'a',
      'ab',
      'b',
      'ba',
      'aab',
      'チケ',
      'ケット',
      'ット',
      'ตั๋ว',
      '티켓',
      '1',
      'ß',
    );
    const gap = fc.constantFrom(' ', '-', '\n', '', '.', '🎟');
    const text = fc.array(fc.tuple(word, gap), { maxLength: 12 }).map((pairs) => pairs.flat().join(''));
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), text, (words, raw) => {
        const keywords = words.map(foldText);
        const folded = foldText(raw);
        const spaced = String.raw`[\p{sc=Latin}\p{N}]`;
        const joined = folded.replaceAll(/(?<=[ก-๛ァ-ヺ])\n(?=[ก-๛ァ-ヺ])/gu, '');
        const longestAt = new Map<number, number>();
        const byLength = [...keywords.entries()].toSorted(([, a], [, b]) => a.length - b.length);
        for (const [index, keyword] of byLength) {
          const bounded = /^[a-z0-9]/.test(keyword) ? `(?<!${spaced})${keyword}(?!${spaced})` : keyword;
          for (const match of joined.matchAll(new RegExp(`(?=${bounded})`, 'gu'))) {
            longestAt.set(match.index + keyword.length, index);
          }
        }
        const inOrder = [...longestAt].toSorted(([a], [b]) => a - b).map(([, index]) => index);
        expect(found(keywords, folded)).toEqual(inOrder);
      }),
      { numRuns: 500, seed: 1975 },
    );
  });

  test('skips keywords without a letter', () => {
    expect(found(['', '…', 'a'], '… a')).toEqual([2]);
  });

  test('groups keywords that consist of the same words', () => {
    const name = ['a b', 'a-b', 'b'];
    const { endings } = new KeywordAutomaton({ name, notMeant: [], booking: [], presence: [] });
    const patterns = new Set(
      endings.map((ending) => ending?.name).filter((pattern) => pattern !== undefined),
    );
    expect([...patterns].map((pattern) => pattern?.keywords)).toEqual([[0, 1], [2]]);
  });
});

describe('words inside others', () => {
  const { events, ...rest } = CATALOG;
  const [sample] = events;
  const withNames = (...names: string[][]): ReturnType<typeof createClassifier> =>
    createClassifier({
      ...rest,
      events: names.flatMap((own, at) =>
        sample === undefined ? [] : [{ ...sample, key: `e${at}`, names: own }],
      ),
    });
  const booked = (text: string): MailText => ({ subject: '', body: text, parts: ['ticket', 'venue'] });

  test('a name counts beside a longer name of another event, but not inside it', () => {
    const nested = withNames(['lake'], ['lake days'], ['by the lake days of june']);
    expect(nested.attest(booked('lake days'))).toEqual(['e1']);
    expect(nested.attest(booked('by the lake days of june'))).toEqual(['e2']);
    expect(nested.attest(booked('by the lake days of july'))).toEqual(['e1']);
    expect(nested.attest(booked('by the lake days of june. lake!'))).toEqual(['e0', 'e2']);
  });

  test('words that only overlap both count', () => {
    expect(withNames(['blue lake'], ['lake days']).attest(booked('blue lake days'))).toEqual(['e0', 'e1']);
  });

  test('events with the same name are all attested', () => {
    expect(withNames(['Lake Days'], ['lake-days'], ['lake']).attest(booked('lake days'))).toEqual([
      'e0',
      'e1',
    ]);
  });

  test('the number after a name is read for at most ten thousand names of a mail', () => {
    const classify = withNames(['lake days'], ['hill days']);
    const fillers = (count: number): string => 'hill days, '.repeat(count);
    expect(classify.attest(booked(`lake days; ${fillers(9_999)}`))).toEqual(['e0', 'e1']);
    expect(classify.attest(booked(`lake days; ${fillers(10_000)}`))).toEqual(['e1']);
  });
});
