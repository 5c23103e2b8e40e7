/** A tag list (RFC 6376 3.2): names in order of appearance, values trimmed. */
export type TagList = ReadonlyMap<string, string>;

const TAG = /^[ \t\r\n]*([A-Za-z][A-Za-z0-9_]*)[ \t\r\n]*=([^]*)$/;
const SPACES = ' \t\r\n';

/** Trims in linear time; a hostile header may hold a million spaces. */
function trimSpaces(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && SPACES.includes(text.charAt(from))) from += 1;
  while (to > from && SPACES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * Reads a tag list (RFC 6376 3.2). Null when it is malformed: a part without a name and an equals sign, or a repeated
 * name. Empty parts (`;;`) are ignored, as other verifiers do.
 */
export function parseTagList(text: string): TagList | null {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    if (/^[ \t\r\n]*$/.test(part)) continue;
    const [, name, value] = TAG.exec(part) ?? [];
    if (name === undefined || value === undefined || tags.has(name)) return null;
    tags.set(name, trimSpaces(value));
  }
  return tags;
}

/** Splits a tag's value at its colons and trims the entries (RFC 6376 3.5, 3.6.1). */
export function parseColonList(value: string): string[] {
  return value
    .split(':')
    .map(trimSpaces)
    .filter((entry) => entry !== '');
}
