const LF = 0x0a;
const CR = 0x0d;

/** How much of a mail is looked at for its header, in bytes; more than any mail server lets through. */
const LONGEST_HEADER = 256 * 1024;

/**
 * The first header with this name in a raw mail, unfolded, bytes read as UTF-8.
 *
 * @param raw the mail, lines ending in LF or CRLF
 * @param name lower case
 * @returns undefined when the mail has no such header
 */
export function headerValue(raw: Uint8Array, name: string): string | undefined {
  const text = new TextDecoder().decode(raw.subarray(0, headerEnd(raw)));
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const line = lines.find((candidate) => candidate.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return line?.slice(name.length + 1).trim();
}

/** Where the header ends: the offset of the first empty line, or of the end. */
function headerEnd(raw: Uint8Array): number {
  const limit = Math.min(raw.length, LONGEST_HEADER);
  for (let at = raw.indexOf(LF); at >= 0 && at < limit; at = raw.indexOf(LF, at + 1)) {
    const next = raw[at + 1];
    if (next === LF || (next === CR && raw[at + 2] === LF)) return at;
  }
  return limit;
}
