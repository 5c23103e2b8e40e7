import { Parser } from 'htmlparser2';

const UNREAD = new Set(['script', 'style', 'template', 'title']);
/** Elements that do not part words: `Dev<b>con</b>` is one word. */
const INLINE = new Set([
  'a',
  'b',
  'em',
  'font',
  'i',
  'mark',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'wbr',
]);

/** The words of HTML for searching and for a snippet: no markup, scripts, styles or comments. */
export function htmlWords(html: string): string {
  let text = '';
  let unread = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (UNREAD.has(name)) unread += 1;
        if (!INLINE.has(name)) text += ' ';
      },
      ontext(piece) {
        if (unread === 0) text += piece;
      },
      onclosetag(name) {
        if (UNREAD.has(name)) unread -= 1;
        if (!INLINE.has(name)) text += ' ';
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return text;
}
