import { type Handler, Parser } from 'htmlparser2';

/** Internal state of the parser. Private to htmlparser2. */
interface Inside {
  /** Names of the open elements, innermost first. */
  stack?: unknown;
  /** The attribute read last, before it is stored. */
  attribname?: unknown;
}

/**
 * An HTML parser whose time is linear in the length of its input. htmlparser2 itself searches all open elements for
 * each end tag and stores all attributes of a tag, of which there may be as many as there are characters. If a later
 * version has other internals, it runs unchanged.
 *
 * @param attributes names of the attributes that are read, lower case; others may be dropped
 */
export function linearParser(handlers: Partial<Handler>, attributes: ReadonlySet<string>): Parser {
  const parser = new Parser({
    ...handlers,
    onattribute: (name) => {
      if (!attributes.has(name) && inside.attribname === name) inside.attribname = OTHER;
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- private parts, checked before use
  const inside = parser as unknown as Inside;
  if (Array.isArray(inside.stack) && inside.stack.length === 0) inside.stack = countedNames();
  return parser;
}

/** The name under which unread attributes are stored. No real attribute has it. */
const OTHER = ' ';

/** A plain array with replaced methods; a subclass would be slower. */
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
      // Destructuring would create an iterator for each end tag, which costs more than everything else here.
      const name = names[0];
      if (name !== undefined) countOf(name).open -= 1;
      return shift.call(names);
    },
    includes: isOpen,
    indexOf: (name: string) => (isOpen(name) ? indexOf.call(names, name) : -1),
  });
}
