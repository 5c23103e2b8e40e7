import { decodeWords } from 'postal-mime';
import { headerValue } from './raw-header.ts';

/**
 * Names of Gmail's spam and trash labels: an export (Google Takeout) writes them in the language of the
 * account. Lower case, in NFC.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(
  `spam, trash, bin, junk,
   papierkorb, corbeille, papelera, cestino, lixeira, lixo, prullenbak,
   posta indesiderata, courrier indésirable, correo no deseado, ongewenst,
   çöp kutusu, çöp, kosz, koš, kôš, papperskorgen, skräppost, papirkurv, søppelpost, roskakori, roskaposti,
   coș de gunoi, paperera, correu brossa, thùng rác, thư rác, sampah, κάδος απορριμμάτων, ανεπιθύμητα,
   корзина, кошик, кошче, спам, אשפה, דואר זבל, ספאם,
   ゴミ箱, 迷惑メール, 回收站, 已删除邮件, 垃圾邮件, 垃圾桶, 垃圾郵件, 휴지통, 스팸함, 스팸,
   ถังขยะ, จดหมายขยะ, สแปม, المهملات, بريد عشوائي, غير مرغوب فيه`
    .normalize('NFC')
    .split(/,\s*/),
);

/** True for a mail of an export that Gmail kept in spam or trash (`X-Gmail-Labels`). */
export function isSpamOrTrash(raw: Uint8Array): boolean {
  const labels = headerValue(raw, 'x-gmail-labels');
  if (labels === undefined) return false;
  return decodeWords(labels)
    .split(',')
    .map((label) =>
      label
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .normalize('NFC')
        .toLowerCase(),
    )
    .some((label) => LEFT_OUT.has(label));
}
