import iconv from 'iconv-lite';

export type Charset = 'iso-2022-jp' | 'shift_jis' | 'windows-1252' | 'iso-8859-15' | 'utf-8';

const TO_JIS = Buffer.from('\u001b$B', 'latin1');
const TO_ASCII = Buffer.from('\u001b(B', 'latin1');

/** A text in an older charset. ISO-2022-JP (RFC 1468) is EUC-JP without its high bits, between escapes. */
export function encodeText(text: string, charset: Charset): Buffer {
  return charset === 'iso-2022-jp' ? encodeJis(text) : iconv.encode(text, charset);
}

/** A header value as one encoded word (RFC 2047, base64), in this charset. */
export function encodedWord(text: string, charset: Charset): string {
  return `=?${charset.toUpperCase()}?B?${encodeText(text, charset).toString('base64')}?=`;
}

function encodeJis(text: string): Buffer {
  const pieces: Buffer[] = [];
  for (const run of text.match(/\p{ASCII}+|\P{ASCII}+/gu) ?? []) {
    const bytes = iconv.encode(run, 'euc-jp');
    if (run.charCodeAt(0) < 0x80) pieces.push(bytes);
    else pieces.push(TO_JIS, Buffer.from(bytes.map((byte) => byte & 0x7f)), TO_ASCII);
  }
  return Buffer.concat(pieces);
}
