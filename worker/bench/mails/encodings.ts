/** Transfer encodings as mail programs write them (RFC 2045 6.7 and 6.8, RFC 2047). */

const LINE = 76;
const encoder = new TextEncoder();

/** Bytes as base64, in lines. */
export function base64Lines(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return (btoa(binary).match(/.{1,76}/g) ?? []).join('\r\n');
}

/** UTF-8 text as base64, in lines. */
export function base64Text(text: string): string {
  return base64Lines(encoder.encode(text));
}

/** UTF-8 text as quoted-printable with soft line breaks. */
export function quotedPrintable(text: string): string {
  return text.split('\r\n').map(quotedLine).join('\r\n');
}

function quotedLine(text: string): string {
  let lines = '';
  let line = '';
  for (const byte of encoder.encode(text)) {
    const plain = (byte >= 0x20 && byte < 0x7f && byte !== 0x3d) || byte === 0x09;
    const unit = plain ? String.fromCharCode(byte) : `=${hex(byte)}`;
    // Leaves room for the soft line break's own character.
    if (line.length + unit.length > LINE - 1) {
      lines += `${line}=\r\n`;
      line = '';
    }
    line += unit;
  }
  return lines + line.replace(/[ \t]$/, (space) => `=${hex(space.charCodeAt(0))}`);
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

/** Text for a header field: unchanged if it is ASCII, otherwise as short encoded words. */
export function headerText(text: string): string {
  if (encoder.encode(text).length === text.length) return text;
  const pieces = Array.from(text).reduce<string[]>((all, character, at) => {
    if (at % WORD_CHARACTERS === 0) all.push('');
    all.push(`${all.pop() ?? ''}${character}`);
    return all;
  }, []);
  return pieces.map((piece) => `=?UTF-8?B?${base64Text(piece)}?=`).join('\r\n ');
}

/** Characters in an encoded word. With three bytes each they stay under its limit of 75 characters. */
const WORD_CHARACTERS = 15;
