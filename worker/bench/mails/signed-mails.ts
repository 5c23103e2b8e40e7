/** Mails signed on the device, as a mailing service signs them: RSA of 2048 bits, relaxed, a body of 10 KB. */
import { base64Text } from './encodings.ts';
import { marketingHtml } from './html.ts';
import { createSeeded } from './seeded.ts';

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
/** Length of each mail's body, in characters, a few of which take more than a byte. */
export const BODY_LENGTH = 10 * 1024;
const LINE_END = 2;
const HEADERS = ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'];
const encoder = new TextEncoder();

export interface SignedMails {
  raw: Uint8Array[];
  /** The TXT record of the key that signed them. */
  record: string;
}

/** Mails with different bodies, all signed by one sender with a new key. */
export async function signedMails(count: number): Promise<SignedMails> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const published = base64(await crypto.subtle.exportKey('spki', publicKey));
  const raw: Uint8Array[] = [];
  for (let at = 0; at < count; at += 1) raw.push(await signedMail(at, privateKey));
  return { raw, record: `v=DKIM1; k=rsa; p=${published}` };
}

async function signedMail(serial: number, key: CryptoKey): Promise<Uint8Array> {
  const html = marketingHtml(createSeeded(serial), 'en', `Issue ${serial}`, 12);
  const body = `${html.slice(0, BODY_LENGTH - LINE_END)}\r\n`;
  const values = [
    'Letters <news@letters.example>',
    'Robin Keller <robin.keller@mail.example>',
    `Issue ${serial}`,
    'Mon, 11 Nov 2024 10:00:00 +0000',
    `<${base64Text(String(serial))}@letters.example>`,
    '1.0',
    'text/html; charset=utf-8',
  ];
  // The values have no white space to relax; the body has some at line beginnings.
  const relaxed = body.replaceAll(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
  const bodyHash = base64(await crypto.subtle.digest('SHA-256', encoder.encode(relaxed)));
  const signature =
    `v=1; a=rsa-sha256; c=relaxed/relaxed; d=letters.example; s=k1; h=${HEADERS.join(':')}; ` +
    `bh=${bodyHash}; b=`;
  const signed = HEADERS.map((name, at) => `${name.toLowerCase()}:${values[at]}\r\n`).join('');
  const data = encoder.encode(`${signed}dkim-signature:${signature}`);
  const b = base64(await crypto.subtle.sign(RSA.name, key, data));
  const header = HEADERS.map((name, at) => `${name}: ${values[at]}\r\n`).join('');
  return encoder.encode(`DKIM-Signature: ${signature}${b}\r\n${header}\r\n${body}`);
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
