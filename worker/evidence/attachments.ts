const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
/** Smaller bodies are parsed whole; looking for attachments in them would cost more than it saves. */
const MIN_BODY_BYTES = 32 * 1024;
/** Part headers longer than this (in bytes) are left to the MIME parser. */
const MAX_PART_HEADER = 16 * 1024;
/** Media types without text (RFC 2046 4.2 to 4.5); a nested message or multipart is none of them. */
const WITHOUT_TEXT = /^content-type[ \t]*:\s*(?:image|audio|video|font|model|application)\//im;
const IN_BASE64 = /^content-transfer-encoding[ \t]*:\s*base64\s*$/im;

const isBase64Unit = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r ') {
  isBase64Unit[character.charCodeAt(0)] = 1;
}

/**
 * The stretches of a body that hold text: everything but the base64 lines of attached images, documents and the
 * like. Attachments are most of a mailbox's bytes and none of its words, and the MIME parser would take every
 * line of them in hand.
 *
 * Lines are left out only after a part's header that names such a type and base64, and only while they are
 * base64, which can look like no boundary (a boundary line begins with dashes).
 *
 * @returns views on the body, in order
 */
export function stretchesWithText(body: Uint8Array): Uint8Array[] {
  if (body.length < MIN_BODY_BYTES) return [body];
  const stretches: Uint8Array[] = [];
  let kept = 0;
  for (let at = 0; at < body.length;) {
    if (body[at] === DASH && body[at + 1] === DASH) {
      const content = attachedContent(body, nextLine(body, at));
      if (content !== null) {
        const end = base64End(body, content);
        stretches.push(body.subarray(kept, content));
        kept = end;
        at = end;
        continue;
      }
    }
    at = nextLine(body, at);
  }
  stretches.push(body.subarray(kept));
  return stretches;
}

function nextLine(body: Uint8Array, at: number): number {
  const lineFeed = body.indexOf(LF, at);
  return lineFeed < 0 ? body.length : lineFeed + 1;
}

/** Where the content of a part begins whose header starts here; null when it may hold text. */
function attachedContent(body: Uint8Array, headerStart: number): number | null {
  const limit = Math.min(body.length, headerStart + MAX_PART_HEADER);
  for (let line = headerStart; line < limit;) {
    // Another boundary: what came before it was no header, and is not scanned twice.
    if (body[line] === DASH && body[line + 1] === DASH) return null;
    const next = nextLine(body, line);
    if (body[line] === LF || (body[line] === CR && body[line + 1] === LF)) {
      const header = String.fromCharCode(...body.subarray(headerStart, line));
      return WITHOUT_TEXT.test(header) && IN_BASE64.test(header) ? next : null;
    }
    line = next;
  }
  return null;
}

/** The start of the first line that is not base64. */
function base64End(body: Uint8Array, from: number): number {
  let line = from;
  while (line < body.length) {
    let at = line;
    while (at < body.length && isBase64Unit[body[at] ?? 0] === 1) at += 1;
    if (at < body.length && body[at] !== LF) return line;
    line = Math.min(at + 1, body.length);
  }
  return line;
}
