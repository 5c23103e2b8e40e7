import { decodedText } from '../../mail/header/header-text.ts';
import { firstText, type HeaderField } from '../../mail/header/raw-mail.ts';

interface Language {
  /** Gmail's names for spam and trash, lower case, in NFC. `spam`, which most languages use, is not repeated. */
  names: readonly string[];
  /** Its words for opened, unread and archived mail; almost every exported mail has one of them. */
  states?: readonly string[];
}

const SPAM = 'spam';

/**
 * Gmail's spam and trash labels. An export (Google Takeout) writes them in the account's language. Only names with a
 * source are listed, since a personal label might be called the same (`Junk`) and its mail would be left out. An
 * account in English, French or German may have a label that is a name in another language (`Kosz`); the states tell
 * those apart.
 *
 * Sources: Gmail Backup, Tizen, La Suite Messages, imap-upload, Bichon; account listings for isync, mu4e, NeoMutt, Mew.
 */
const LANGUAGES: Readonly<Record<string, Language>> = {
  English: { names: ['trash', 'bin'], states: ['opened', 'unread', 'archived'] },
  German: { names: ['papierkorb'], states: ['geöffnet', 'ungelesen', 'archiviert'] },
  French: {
    names: ['corbeille', 'pourriel'],
    states: ['ouvert', 'non lus', 'archivés', 'messages archivés'],
  },
  Spanish: { names: ['papelera', 'correo no deseado'] },
  Italian: { names: ['cestino', 'posta indesiderata'] },
  Portuguese: { names: ['lixeira', 'lixo'] },
  Catalan: { names: ['paperera', 'correu brossa'] },
  Dutch: { names: ['prullenbak'] },
  Polish: { names: ['kosz'] },
  Czech: { names: ['koš'] },
  Slovak: { names: ['kôš'] },
  Slovenian: { names: ['smetnjak'] },
  Croatian: { names: ['otpad'] },
  Hungarian: { names: ['kuka'] },
  // With a comma below, and with the cedilla that older text uses.
  Romanian: { names: ['co\u0219 de gunoi', 'co\u015F de gunoi'] },
  Swedish: { names: ['papperskorgen', 'skräppost'] },
  Norwegian: { names: ['papirkurv', 'søppelpost'] },
  Danish: { names: ['papirkurv'] },
  Icelandic: { names: ['rusl'] },
  Finnish: { names: ['roskakori', 'roskaposti'] },
  Estonian: { names: ['prügikast'] },
  Latvian: { names: ['miskaste'] },
  Lithuanian: { names: ['šiukšliadėžė'] },
  Turkish: { names: ['çöp kutusu'] },
  Greek: { names: ['κάδος απορριμμάτων', 'ανεπιθύμητα'] },
  Russian: { names: ['корзина', 'спам'] },
  Ukrainian: { names: ['кошик', 'спам'] },
  Bulgarian: { names: ['кошче', 'спам'] },
  Serbian: { names: ['отпад'] },
  Hebrew: { names: ['אשפה'] },
  // With the lengthening stroke, as Gmail writes it, and without.
  Arabic: { names: ['مه\u0640ملات', 'مهملات'] },
  Hindi: { names: ['ट्रैश करें'] },
  Thai: { names: ['ถังขยะ', 'จดหมายขยะ'] },
  Vietnamese: { names: ['thùng rác', 'thư rác'] },
  Indonesian: { names: ['tong sampah'] },
  Malay: { names: ['sampah'] },
  Filipino: { names: ['basurahan'] },
  'Simplified Chinese': { names: ['已删除邮件', '垃圾邮件'] },
  'Traditional Chinese': { names: ['垃圾桶', '垃圾郵件'] },
  Japanese: { names: ['ゴミ箱', '迷惑メール'] },
  Korean: { names: ['휴지통', '스팸함'] },
};

const ALL_NAMES = namesOf(Object.values(LANGUAGES));
const TOLD_BY_STATE = Object.values(LANGUAGES).flatMap(({ names, states }) =>
  states === undefined ? [] : [{ states, names: namesOf([{ names }]) }],
);

/** Longest label in Gmail, in characters. Normalising a longer text may take time that grows with its square. */
const MAX_LABEL = 225;

/** One label: everything up to the next comma outside quotes. */
const LABEL = /(?:"[^"]*"|[^,])+/g;

/** The label of an exported mail (`X-Gmail-Labels`) that means spam or trash, as written; null without one. */
export function spamOrTrashLabel(fields: readonly HeaderField[]): string | null {
  const value = firstText(fields, 'x-gmail-labels');
  if (value === null) return null;
  const labels = Array.from(decodedText(value).matchAll(LABEL), ([label]) =>
    label.trim().replace(/^"(.*)"$/, '$1'),
  );
  const folded = labels.map((label) =>
    label.length > MAX_LABEL ? label : label.normalize('NFC').toLowerCase(),
  );
  const language = TOLD_BY_STATE.find(({ states }) => states.some((state) => folded.includes(state)));
  const names = language?.names ?? ALL_NAMES;
  return labels[folded.findIndex((label) => names.has(label))] ?? null;
}

function namesOf(languages: readonly Language[]): ReadonlySet<string> {
  return new Set([SPAM, ...languages.flatMap(({ names }) => names)]);
}
