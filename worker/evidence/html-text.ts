import { Parser } from 'htmlparser2';

/** Elements whose text nobody reads. */
const UNREAD = new Set(['script', 'style', 'template', 'title', 'noframes', 'iframe', 'svg']);
/** Elements that stand in a line of text; every other one parts the words before it from those in it. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr o:p'
  ).split(' '),
);
/** Elements that never have an end tag; hiding one hides nothing but itself. */
const VOID = new Set(
  'area base basefont bgsound br col command embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Inline style that keeps an element from being shown. Zero font sizes are layout in mail, not hiding. */
const HIDING_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:[;!]|$))/i;

/**
 * The words of an HTML mail as its reader sees them, without a DOM: no scripts, styles, comments and hidden
 * elements; entities decoded; blocks on lines of their own, so that words of two cells never run together;
 * an image gives its alternative text. Style sheets are not applied.
 */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  // Elements that are open inside an unread one, that one first; empty where text is read.
  const unread: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const hides =
          UNREAD.has(name) || 'hidden' in attributes || HIDING_STYLE.test(attributes['style'] ?? '');
        if (VOID.has(name)) {
          if (unread.length > 0 || hides) return;
          if (name === 'img') pieces.push(' ', attributes['alt'] ?? '', ' ');
          else if (name !== 'wbr') pieces.push('\n');
        } else if (unread.length > 0 || hides) {
          unread.push(name);
        } else if (!INLINE.has(name)) {
          pieces.push('\n');
        }
      },
      ontext(text) {
        if (unread.length === 0) pieces.push(text);
      },
      onclosetag(name) {
        if (VOID.has(name)) return;
        if (unread.length > 0) {
          if (unread.at(-1) === name) unread.pop();
        } else if (!INLINE.has(name)) pieces.push('\n');
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: false },
  );
  parser.end(html);
  return pieces
    .join('')
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}
