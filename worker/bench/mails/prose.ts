import type { Seeded } from './seeded.ts';

/** Languages of the generated mails, with as much English as in a traveller's mailbox. */
const LANGUAGES = ['en', 'en', 'en', 'en', 'en', 'de', 'de', 'fr', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The content of the mails. It contains booking and presence words, as everybody's mail does, and words that an event's
 * name begins with, but no sentence names an event.
 */
const SENTENCES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'The minutes of Tuesday are in the usual folder, with the two open questions marked in yellow.',
    'Your order has been handed to the carrier and should arrive between Thursday and Saturday.',
    'If you only have five minutes, read the second piece; it’s the short one.',
    'We moved the check-in desk next to the lift, because nobody found it behind the plants.',
    'Three readers wrote in with better numbers than ours, so the table below is theirs.',
    'Please note that the invoice covers both months — the discount is on the next one.',
    'The conference room on the third floor is free on Monday after two, the small one all day.',
    'In order to keep the list short, we left out everything that nobody asked about.',
    'The last train leaves at 23:40 and stops at every village, so bring something to read.',
    'Dev environments are being rebuilt tonight; expect the pipeline to be slow until six.',
    'A proof, in pictures: the circuit has four gates, and only one of them does any work.',
    'The edge of the map is where the summit used to be, before the new survey.',
  ],
  de: [
    'Anbei die Fotos vom Wochenende; das dritte ist unscharf, aber alle lachen.',
    'Ihre Bestellung wurde verschickt und trifft voraussichtlich am Freitag ein.',
    'Könntest du bitte die Schlüssel bei Frau Brunner abholen und die Pflanzen gießen?',
    'Für Rückfragen zur Rechnung stehen wir Ihnen gerne zur Verfügung – am besten vormittags.',
    'Der Veranstaltungsort wurde geändert, die Uhrzeit bleibt.',
    'Größere Änderungen besprechen wir nächste Woche, kleinere könnt ihr gleich übernehmen.',
  ],
  fr: [
    'Le colis est arrivé ce matin, à peine cabossé ; merci encore pour le soin.',
    'Votre réservation est enregistrée, vous pouvez l’annuler jusqu’à la veille.',
    'On se voit à ton retour ? Le café est toujours là, et la terrasse aussi.',
    'La prochaine réunion aura lieu jeudi à dix heures, dans la salle du fond.',
  ],
  ja: [
    '最近どうですか。春になったらまた山に行きましょう。',
    'ご注文の商品は本日発送いたしました。到着まで今しばらくお待ちください。',
    '来週の会議の資料をお送りします。ご確認のほどよろしくお願いいたします。',
    '会場の場所が変わりましたので、地図をご覧ください。',
  ],
};

export function pickLanguage(seeded: Seeded): Language {
  return seeded.pick(LANGUAGES);
}

/** A paragraph of this many sentences. */
export function paragraph(seeded: Seeded, language: Language, sentences: number): string {
  const picked = Array.from({ length: sentences }, () => seeded.pick(SENTENCES[language]));
  return picked.join(language === 'ja' ? '' : ' ');
}

/** Paragraphs separated by empty lines. Line ends are CRLF, here and below. */
export function letter(seeded: Seeded, language: Language, paragraphs: number): string {
  return Array.from({ length: paragraphs }, () => wrapped(paragraph(seeded, language, 4))).join('\r\n\r\n');
}

/** Wraps at 72 characters, where there are spaces to break at. */
function wrapped(text: string): string {
  return text.replaceAll(/(.{1,72})(?: |$)/g, '$1\r\n').trimEnd();
}

/** The text as a reply quotes it. */
export function quotedLines(text: string): string {
  return text.replaceAll(/^/gm, '> ');
}
