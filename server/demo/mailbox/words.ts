/** Scripts that are written without spaces: every character is a word of its own. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
const WORD = new RegExp(String.raw`${UNSPACED}|[[\p{L}\p{N}_]--${UNSPACED}]+`, 'gv');

/**
 * The words of a text as Gmail's search compares them: case and accents ignored, split at everything that is
 * neither letter nor digit.
 */
export function searchWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return folded.match(WORD) ?? [];
}
