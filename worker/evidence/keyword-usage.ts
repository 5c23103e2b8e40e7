/**
 * Phrases in which a booking or presence word means something else: prose, footers, other trades. Without them
 * newsletters would attest events, since one word of each list is enough wherever it stands.
 */
export const NOT_MEANT: readonly string[] = [
  // English
  'in order to',
  'in order for',
  'in order that',
  'in chronological order',
  'in alphabetical order',
  'in no particular order',
  'order of magnitude',
  'orders of magnitude',
  'law and order',
  'new world order',
  'executive order',
  'court order',
  'out of order',
  'order flow',
  'order book',
  'support ticket',
  'support tickets',
  'registration number',
  'registration no',
  'company registration',
  'vat registration',
  'registered for vat',
  'conference call',
  'conference calls',
  'video conference',
  'press conference',
  // German
  'Rechnung tragen',
  'Rechnung getragen',
  'Anmeldung zum Newsletter',
  'Newsletter-Anmeldung',
  'für unseren Newsletter angemeldet',
  'zum Newsletter angemeldet',
  // French
  'conférence de presse',
  'inscription à la newsletter',
  'inscription à notre newsletter',
  'au lieu de',
  'au lieu du',
  "au lieu d'",
  'donner lieu',
  'donne lieu',
  'avoir lieu',
  'a lieu',
  'aura lieu',
  'ont lieu',
  'auront lieu',
  'a eu lieu',
  'en premier lieu',
  // Spanish, Portuguese
  'bandeja de entrada',
  'caixa de entrada',
  'entrada del blog',
  // Italian
  'in ordine',
  'ordine del giorno',
  'sede legale',
  'sede operativa',
  'sede sociale',
  'annulla iscrizione',
  "annulla l'iscrizione",
  "cancella l'iscrizione",
  'iscrizione alla newsletter',
  // Turkish
  'kayıt ol',
  // Japanese
  'テレビ会議',
  'ウェブ会議',
  'オンライン会議',
  '受付時間',
  '受付中',
  // Chinese
  '视频会议',
  '視訊會議',
  // Arabic
  'تسجيل الدخول',
];

/** Prefixes that Arabic and Hebrew attach to a word: and, in, to, the. */
const ARABIC_PREFIXES = ['', 'ال', 'و', 'وال', 'ب', 'بال', 'ل', 'لل'];
const HEBREW_PREFIXES = ['', 'ה', 'ו', 'וה', 'ב', 'ל', 'מ', 'ש'];
const ARABIC = /^\p{sc=Arab}/u;
const HEBREW = /^\p{sc=Hebr}/u;

/** A folded keyword, and its forms with the prefixes that its script attaches without a space. */
export function withPrefixes(word: string): string[] {
  const prefixes = ARABIC.test(word) ? ARABIC_PREFIXES : HEBREW.test(word) ? HEBREW_PREFIXES : [''];
  return prefixes.map((prefix) => prefix + word);
}
