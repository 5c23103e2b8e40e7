import { type Handler, Parser } from 'htmlparser2';

/** What a parser keeps while it reads. Private to htmlparser2. */
interface Inside {
  /** Names of the open elements, innermost first. */
  stack?: unknown;
  /** The attribute that was read last, before it is kept. */
  attribname?: unknown;
}

/**
 * An HTML parser whose time goes by the length of what it reads. htmlparser2 looks through all open elements for each
 * end tag, and keeps all attributes of a tag, of which there may be as many as there are characters. Should a later
 * version have other private parts, it parses as it comes.
 *
 * @param attributes names of those that are read, lower case; others may be left out
 */
export function linearParser(handlers: Partial<Handler>, attributes: ReadonlySet<string>): Parser {
  const parser = new Parser({
    ...handlers,
    onattribute: (name) => {
      if (!attributes.has(name) && inside.attribname === name) inside.attribname = OTHER;
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- private parts, looked at before they are used
  const inside = parser as unknown as Inside;
  if (Array.isArray(inside.stack) && inside.stack.length === 0) inside.stack = countedNames();
  return parser;
}

/** The one name under which attributes are kept that nobody reads; none is written so. */
const OTHER = ' ';

/** An array, whose own methods are as fast as those of no subclass. */
function countedNames(): string[] {
  const names: string[] = [];
  const { unshift, shift, indexOf } = Array.prototype;
  const counts = new Map<string, { open: number }>();
  const countOf = (name: string): { open: number } => {
    const known = counts.get(name);
    if (known !== undefined) return known;
    const fresh = { open: 0 };
    counts.set(name, fresh);
    return fresh;
  };
  const isOpen = (name: string): boolean => (counts.get(name)?.open ?? 0) > 0;
  return Object.assign(names, {
    unshift(name: string) {
      countOf(name).open += 1;
      return unshift.call(names, name);
    },
    shift(): unknown {
      // Destructuring would make an iterator for each end tag, which takes longer than all the rest.
      const name = names[0];
      if (name !== undefined) countOf(name).open -= 1;
      return shift.call(names);
    },
    includes: isOpen,
    indexOf: (name: string) => (isOpen(name) ? indexOf.call(names, name) : -1),
  });
}
