/**
 * A DKIM signer for tests: slow, follows RFC 6376 to the letter, and shares no code with the verifier. Mails are binary
 * strings with CRLF line ends.
 */
import { type KeyObject, createHash, sign as signBytes } from 'node:crypto';

export interface SignOptions {
  key: KeyObject;
  /** Replaces or adds tags; null omits a tag. `b` and `bh` are computed unless given here. */
  tags?: Record<string, string | null>;
  /** Formats the finished field, which is passed in with an empty `b=` at its end. */
  layout?: (field: string) => string;
  /** The body to hash instead of the mail's. */
  body?: string;
}

export function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''));
  const text = lines.join('\r\n').replace(/(?:\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
}

export function simplifyBody(body: string): string {
  return `${body.replace(/(?:\r\n)+$/, '')}\r\n`;
}

export function relaxField(field: string): string {
  const [, name = '', value = ''] = /^([^:]*):([^]*)$/.exec(field) ?? [];
  const unfolded = value.replaceAll('\r\n', '').replaceAll(/[ \t]+/g, ' ');
  return `${name.trim().toLowerCase()}:${unfolded.replace(/^ /, '').replace(/ $/, '')}`;
}

export function fieldsOf(header: string): string[] {
  return header.split(/\r\n(?![ \t])/).filter((field) => field !== '');
}

/** The mail with its DKIM-Signature on top. */
export function signMail(
  mail: string,
  { key, tags = {}, layout = (field) => field, body }: SignOptions,
): string {
  const cut = mail.indexOf('\r\n\r\n');
  const header = mail.slice(0, cut);
  const isEd25519 = key.asymmetricKeyType === 'ed25519';
  const set: Record<string, string | null> = {
    v: '1',
    a: isEd25519 ? 'ed25519-sha256' : 'rsa-sha256',
    c: 'relaxed/relaxed',
    d: 'devcon.org',
    s: 'test',
    h: 'From:To:Subject:Date',
    ...tags,
  };
  const [headerMethod, bodyMethod = 'simple'] = (set['c'] ?? 'simple').split('/');
  const canonical = (bodyMethod === 'relaxed' ? relaxBody : simplifyBody)(body ?? mail.slice(cut + 4));
  const signedPart = set['l'] ? canonical.slice(0, Number(set['l'])) : canonical;
  const bodyHash = createHash('sha256').update(signedPart, 'latin1').digest('base64');
  const values = Object.entries({ ...set, bh: 'bh' in tags ? (tags['bh'] ?? null) : bodyHash })
    .filter(([name, value]) => value !== null && name !== 'b')
    .map(([name, value]) => `${name}=${value}`);
  const field = layout(`DKIM-Signature: ${values.join('; ')}; b=`);

  const canonicalField = headerMethod === 'relaxed' ? relaxField : (text: string): string => text;
  const fields = fieldsOf(header);
  let text = '';
  for (const entry of (set['h'] ?? '').split(':')) {
    const name = entry.replaceAll(/[ \t\r\n]/g, '').toLowerCase();
    const at = fields.findLastIndex((candidate) => candidate.split(':')[0]?.trim().toLowerCase() === name);
    if (at < 0) continue;
    text += `${canonicalField(fields[at] ?? '')}\r\n`;
    fields.splice(at, 1);
  }
  const data = Buffer.from(text + canonicalField(field), 'latin1');
  const hash = tags['a']?.endsWith('sha1') ? 'sha1' : 'sha256';
  const signature = isEd25519
    ? signBytes(null, createHash('sha256').update(data).digest(), key)
    : signBytes(hash, data, key);
  const b = 'b' in tags ? (tags['b'] ?? '') : signature.toString('base64');
  return `${field}${b}\r\n${mail}`;
}

export function bytes(binary: string): Uint8Array {
  return new Uint8Array(Buffer.from(binary, 'latin1'));
}
