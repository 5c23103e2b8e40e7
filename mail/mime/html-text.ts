import type { Handler, Parser } from 'htmlparser2';
import { inOneGo, inSlices, type Slice, type Steps } from '../slices.ts';
import { linearParser } from './linear-parser.ts';
import { isQuotation } from './quoted-html.ts';

/** Attributes that decide whether and how an element is shown. */
const READ_ATTRIBUTES = new Set(['hidden', 'style', 'class', 'id', 'alt']);
/** Elements whose text is never shown. */
const UNREAD = new Set(['script', 'style', 'template', 'title', 'noframes', 'iframe', 'svg']);
/** Elements within a line of text. Every other element separates the words before it from its own. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var o:p'
  ).split(' '),
);
/** Elements without an end tag; hiding one hides nothing else. */
const VOID = new Set(
  'area base basefont bgsound br col command embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Inline styles that hide an element. A font size of zero is layout in mail, not hiding. */
const HIDING_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:[;!]|$))/i;

/** Marks the edge of a block while text is collected; it becomes an empty line. */
const BLOCK_END = '\f';

const GAPS = ' \t\u00A0\r\n\f';
const IS_GAP = new Uint8Array(0x100);
for (const unit of GAPS) IS_GAP[unit.charCodeAt(0)] = 1;
const GAP = new RegExp(`[${GAPS}]+`, 'g');

function isWhiteSpace(text: string): boolean {
  let at = 0;
  while (at < text.length && IS_GAP[text.charCodeAt(at)] === 1) at += 1;
  return at === text.length;
}

/** What a reader sees of white space: a space, a line end, or the end of a block. */
function widthOf(gap: string): string {
  if (gap.includes(BLOCK_END)) return '\n\n';
  return /[\r\n]/.test(gap) ? '\n' : ' ';
}

/** Characters fed to the parser at once. Its depth is checked in between. */
const PIECE = 2 * 1024;
/**
 * Deeper nesting is an attack, since the parser's time grows with the square of the depth. The parser is then replaced.
 */
const MAX_DEPTH = 256;
/** Stands for an element that is never closed: text hidden when a parser was replaced stays hidden. */
const NEVER_CLOSED = '';
/** Characters whose white space is collapsed in one step. */
const SPACED_LENGTH = 32 * 1024;
/** Pieces of text joined in one step. */
const JOINED_PIECES = 500;

/**
 * The words of an HTML mail as its reader sees them, without a DOM. Scripts, styles, comments, hidden elements and
 * quotations are left out; entities are decoded; an image gives its alternative text. Empty lines separate blocks, so
 * that words of two table cells never form one name. Style sheets are not applied. Time is linear in the input's size.
 *
 * @throws what `slice`, awaited between pieces, rejects with
 */
export async function htmlToText(html: string, slice: Slice = inOneGo): Promise<string> {
  const collector = new TextCollector();
  let parser = collector.parser();
  for (let at = 0; at < html.length; at += PIECE) {
    if (collector.depth > MAX_DEPTH) parser = collector.parser();
    parser.write(html.slice(at, at + PIECE));
    await slice();
  }
  parser.end();
  return inSlices(collector.text(), slice);
}

class TextCollector {
  depth = 0;
  readonly #texts: string[] = [];
  #pieces: string[] = [];
  /** Open elements from the outermost unread one inwards; empty while text is read. */
  #unread: string[] = [];

  /** A parser that adds to the text. Elements left open by the one before it count as closed, except unread ones. */
  parser(): Parser {
    this.depth = 0;
    if (this.#unread.length > 0) this.#unread = [NEVER_CLOSED];
    const handlers: Partial<Handler> = {
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => {
        if (this.#unread.length === 0) this.#add(text);
      },
      onclosetag: (name) => this.#close(name),
    };
    return linearParser(handlers, READ_ATTRIBUTES);
  }

  /** White space next to the edge of a block is ignored. */
  #add(text: string): void {
    const isGap = text === BLOCK_END || isWhiteSpace(text);
    if (isGap && this.#pieces.at(-1) === BLOCK_END) return;
    if (this.#pieces.length >= JOINED_PIECES) this.#join();
    this.#pieces.push(text);
  }

  #join(): void {
    this.#texts.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  *text(): Steps<string> {
    this.#join();
    yield;
    const text = this.#texts.join('');
    const spaced: string[] = [];
    for (let from = 0; from < text.length;) {
      let to = Math.min(from + SPACED_LENGTH, text.length);
      // White space is not split between two steps.
      while (to < text.length && IS_GAP[text.charCodeAt(to)] === 1) to += 1;
      spaced.push(text.slice(from, to).replaceAll(GAP, widthOf));
      from = to;
      yield;
    }
    return spaced.join('').trim();
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1;
    const { style } = attributes;
    const hides =
      UNREAD.has(name) ||
      isQuotation(name, attributes) ||
      'hidden' in attributes ||
      (style !== undefined && HIDING_STYLE.test(style));
    if (VOID.has(name)) {
      if (this.#unread.length > 0 || hides) return;
      if (name === 'img') this.#add(` ${attributes['alt'] ?? ''} `);
      else if (name !== 'wbr') this.#add(name === 'br' ? '\n' : BLOCK_END);
    } else if (this.#unread.length > 0 || hides) {
      this.#unread.push(name);
    } else if (!INLINE.has(name)) {
      this.#add(BLOCK_END);
    }
  }

  #close(name: string): void {
    this.depth -= 1;
    if (VOID.has(name)) return;
    if (this.#unread.length > 0) {
      if (this.#unread.at(-1) === name) this.#unread.pop();
    } else if (!INLINE.has(name)) {
      this.#add(BLOCK_END);
    }
  }
}
