import type { Parser } from 'htmlparser2';

/**
 * Lets a parser that has read nothing yet tell at once that an element is not open: htmlparser2 looks through all
 * open ones for each end tag. Should a later version have no such list, it parses as it comes.
 */
export function countOpenElements(parser: Parser): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a private part, looked at before it is used
  const own = parser as unknown as { stack?: unknown };
  if (Array.isArray(own.stack) && own.stack.length === 0) own.stack = countedNames();
}

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
