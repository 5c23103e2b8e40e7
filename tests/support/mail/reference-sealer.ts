/**
 * An ARC sealer for tests: slow, follows RFC 8617 to the letter, and shares no code with the verifier. Mails are binary
 * strings with CRLF line ends.
 */
import { type KeyObject, createHash, sign as signBytes } from 'node:crypto';
import { fieldsOf, relaxBody, relaxField } from './reference-signer.ts';

type Tags = Record<string, string | null>;

export interface SealingOptions {
  key: KeyObject;
  /** Signs the message signature; the same key without one. */
  messageKey?: KeyObject;
  instance?: number;
  cv?: string;
  domain?: string;
  selector?: string;
  /** What the sealer checked, without its own name; `none` by default. */
  results?: string;
  authservId?: string;
  /** The names of the message signature's `h=`. */
  h?: string;
  /** Seconds since the epoch. */
  at?: number;
  /** Replaces or adds tags of the seal; null omits a tag. */
  seal?: Tags;
  /** Replaces or adds tags of the message signature; null omits a tag. */
  message?: Tags;
}

/** The time of the seals, in seconds since the epoch. */
export const SEALED_AT = Date.UTC(2024, 10, 11, 10) / 1000;

export const SEALED_HEADERS = 'to:subject:message-id:date:from:mime-version:dkim-signature';

const MEMBERS = ['arc-authentication-results', 'arc-message-signature', 'arc-seal'];

/** The mail with a set on top: seal, message signature, results. */
export function sealMail(mail: string, options: SealingOptions): string {
  const {
    key,
    messageKey = key,
    instance = 1,
    cv = instance === 1 ? 'none' : 'pass',
    domain = 'google.com',
    selector = 'arc',
    results = 'none',
    authservId = 'mx.google.com',
    h = SEALED_HEADERS,
    at = SEALED_AT,
  } = options;
  const cut = mail.indexOf('\r\n\r\n');
  const fields = fieldsOf(mail.slice(0, cut));
  const bodyHash = createHash('sha256')
    .update(relaxBody(mail.slice(cut + 4)), 'latin1')
    .digest('base64');
  const told = `ARC-Authentication-Results: i=${instance}; ${authservId}; ${results}`;
  const message = {
    i: `${instance}`,
    a: algorithm(messageKey),
    c: 'relaxed/relaxed',
    d: domain,
    s: selector,
    h,
    bh: bodyHash,
    ...options.message,
  };
  const messageSignature = signed('ARC-Message-Signature', message, messageKey, (own) => [
    ...chosen(fields, h),
    relaxField(own),
  ]);
  const seal = {
    i: `${instance}`,
    a: algorithm(key),
    t: `${at}`,
    cv,
    d: domain,
    s: selector,
    ...options.seal,
  };
  const below = cv === 'fail' ? [] : sealedFields(fields, instance);
  const sealField = signed('ARC-Seal', seal, key, (own) => [
    ...[...below, told, messageSignature].map(relaxField),
    relaxField(own),
  ]);
  return `${sealField}\r\n${messageSignature}\r\n${told}\r\n${mail}`;
}

/** The mail with several sets, all by the same sealer. */
export function sealedTimes(mail: string, count: number, options: SealingOptions): string {
  let sealed = mail;
  for (let instance = 1; instance <= count; instance += 1)
    sealed = sealMail(sealed, { ...options, instance });
  return sealed;
}

function algorithm(key: KeyObject): string {
  return key.asymmetricKeyType === 'ed25519' ? 'ed25519-sha256' : 'rsa-sha256';
}

function signed(name: string, tags: Tags, key: KeyObject, lines: (own: string) => string[]): string {
  const { b, ...rest } = tags;
  const values = Object.entries(rest).flatMap(([tag, value]) => (value === null ? [] : [`${tag}=${value}`]));
  const field = `${name}: ${values.join('; ')}; b=`;
  const data = Buffer.from(lines(field).join('\r\n'), 'latin1');
  const signature =
    key.asymmetricKeyType === 'ed25519'
      ? signBytes(null, createHash('sha256').update(data).digest(), key)
      : signBytes('sha256', data, key);
  return b === null ? field.slice(0, -2) : `${field}${b ?? signature.toString('base64')}`;
}

/** The fields that `h=` names, from the bottom. */
function chosen(fields: readonly string[], h: string): string[] {
  const left = [...fields];
  return h.split(':').flatMap((entry) => {
    const at = left.findLastIndex((field) => nameOf(field) === entry.trim().toLowerCase());
    return at < 0 ? [] : left.splice(at, 1).map(relaxField);
  });
}

/** The headers of the sets below an instance, in the order in which they are sealed. */
function sealedFields(fields: readonly string[], instance: number): string[] {
  const sets: string[] = [];
  for (let lower = 1; lower < instance; lower += 1) {
    for (const member of MEMBERS) {
      sets.push(...fields.filter((field) => nameOf(field) === member && instanceOf(field) === lower));
    }
  }
  return sets;
}

function nameOf(field: string): string {
  return field.slice(0, field.indexOf(':')).trim().toLowerCase();
}

function instanceOf(field: string): number {
  return Number(/\bi=(\d+)/.exec(field)?.[1]);
}
