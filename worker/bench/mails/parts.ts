import { base64Lines, base64Text, quotedPrintable } from './encodings.ts';
import type { Seeded } from './seeded.ts';

/** A MIME entity (RFC 2045): its header without the last line end, and its encoded content. */
export interface Entity {
  header: string;
  content: string;
}

export type TextEncoding = '8bit' | 'base64' | 'quoted-printable';

const ENCODERS: Readonly<Record<TextEncoding, (text: string) => string>> = {
  '8bit': (text) => text,
  base64: base64Text,
  'quoted-printable': quotedPrintable,
};

export function textPart(type: 'plain' | 'html' | 'calendar', text: string, encoding: TextEncoding): Entity {
  return {
    header: `Content-Type: text/${type}; charset="utf-8"\r\nContent-Transfer-Encoding: ${encoding}`,
    content: ENCODERS[encoding](text),
  };
}

/** An attachment of random bytes, which cannot be compressed. */
export function filePart(seeded: Seeded, type: string, name: string, bytes: number): Entity {
  const disposition = type.startsWith('image/') ? 'inline' : 'attachment';
  return {
    header:
      `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: ${disposition}; filename="${name}"\r\n` +
      `Content-Transfer-Encoding: base64\r\nContent-ID: <${name}@mail.example>`,
    content: base64Lines(Uint8Array.from({ length: bytes }, () => seeded.below(256))),
  };
}

export function multipart(
  seeded: Seeded,
  subtype: 'alternative' | 'mixed' | 'related',
  parts: readonly Entity[],
): Entity {
  const boundary = `----=_Part_${seeded.below(1e9)}_${seeded.below(1e9)}`;
  const written = parts.map(({ header, content }) => `--${boundary}\r\n${header}\r\n\r\n${content}\r\n`);
  return {
    header: `Content-Type: multipart/${subtype};\r\n\tboundary="${boundary}"`,
    content: `${written.join('')}--${boundary}--\r\n`,
  };
}
