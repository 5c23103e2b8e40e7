/** Scripts without spaces: every character counts as a word. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
const WORD = new RegExp(String.raw`${UNSPACED}|[[\p{L}\p{N}_]--${UNSPACED}]+`, 'gv');

/**
 * The words of a text as Gmail's search compares them: without case and accents, split at everything that is neither
 * letter nor digit.
 */
export function searchWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return folded.match(WORD) ?? [];
}
