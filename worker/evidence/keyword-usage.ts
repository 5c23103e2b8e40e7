/**
 * Phrases in which a booking or presence word means something else: prose, footers, other trades. They keep
 * newsletters from attesting; a phrase is added when a real mail shows the need.
 */
export const NOT_MEANT: readonly string[] = [
  'in order to',
  'in order for',
  'in order that',
  'in chronological order',
  'in alphabetical order',
  'order of magnitude',
  'orders of magnitude',
  'law and order',
  'executive order',
  'court order',
  'out of order',
  'pre-order',
  'order flow',
  'order book',
  'support ticket',
  'support tickets',
  'ticket system',
  'registration number',
  'registration no',
  'company registration',
  'commercial registration',
  'vat registration',
  'conference call',
  'video conference',
  'web conference',
  'press conference',
  'facture énergétique',
  'conférence de presse',
  'Pressekonferenz',
  'Telefonkonferenz',
  'in Rechnung',
  'auf Rechnung',
  'Rechnung tragen',
  'ordine del giorno',
  'メルマガ登録',
  '登録解除',
  '会員登録',
  '受付時間',
  'テレビ会議',
  '視頻會議',
  '视频会议',
];

/** What Arabic and Hebrew write onto a word: and, in, to, the. */
const ARABIC_PREFIXES = ['', 'ال', 'و', 'وال', 'ب', 'بال', 'ل', 'لل'];
const HEBREW_PREFIXES = ['', 'ה', 'ו', 'וה', 'ב', 'ל', 'מ', 'ש'];
const ARABIC = /^\p{sc=Arab}/u;
const HEBREW = /^\p{sc=Hebr}/u;

/** A folded keyword with the prefixes that its script writes without a space; they are words of their own. */
export function withPrefixes(word: string): string[] {
  const prefixes = ARABIC.test(word) ? ARABIC_PREFIXES : HEBREW.test(word) ? HEBREW_PREFIXES : [''];
  return prefixes.map((prefix) => prefix + word);
}
