import { decodeBase64 } from '../header/binary-string.ts';
import type { Canonicalization } from './canonical-header.ts';
import { SignatureFault, quoted } from './verdict.ts';
import { isWithin, readDomainName } from '../header/domain-name.ts';
import { type HeaderField, rawValue } from '../header/raw-mail.ts';
import { type TagList, parseColonList, parseTagList } from '../header/tag-list.ts';

export type KeyType = 'rsa' | 'ed25519';

/** A well-formed DKIM-Signature that this verifier can check (RFC 6376 3.5). */
export interface Signature {
  field: HeaderField;
  /** `d=`, lower case, A-labels. */
  domain: string;
  /** `s=`, lower case, A-labels. */
  selector: string;
  keyType: KeyType;
  headerMethod: Canonicalization;
  bodyMethod: Canonicalization;
  bodyHash: Uint8Array;
  signature: Uint8Array<ArrayBuffer>;
  /** Names of `h=`, lower case, in order. */
  signedHeaders: string[];
  /** Octets of `l=`; null when the whole body is signed. */
  bodyLength: number | null;
  /** Domain of the agent or user (`i=`); `d=` when it is absent. */
  identityDomain: string;
  /** Seconds since the epoch (`t=`, `x=`); null when absent. */
  signedAt: number | null;
  expiresAt: number | null;
}

/** What is known of any signature, well-formed or not. */
export interface SignatureLabel {
  domain: string;
  selector: string;
  algorithm: string;
  bodyLimited: boolean;
  signedHeaders: string[];
}

/** Limit on the names in one `h=`; real mail stays far below it. */
const MAX_SIGNED_HEADERS = 1000;
/** Largest field of a signature, seal or results that is read, in bytes. Real ones stay under 4 KB. */
export const MAX_FIELD_BYTES = 64 * 1024;

const malformed = (reason: string): SignatureFault => new SignatureFault('permerror', 'malformed', reason);

/**
 * The header that holds the signature. An ARC-Message-Signature (RFC 8617 4.1.2) has no `v=`, and `i=` is the instance
 * of its set.
 */
type SignatureForm = 'dkim' | 'arc';

/**
 * Reads a DKIM-Signature or an ARC-Message-Signature field. The label is always filled in; `signature` is the signature
 * or the reason for refusing it.
 */
export function readSignature(
  field: HeaderField,
  form: SignatureForm = 'dkim',
): {
  label: SignatureLabel;
  signature: Signature | SignatureFault;
} {
  const tags = field.line.length > MAX_FIELD_BYTES ? null : parseTagList(rawValue(field));
  const label: SignatureLabel = {
    domain: readDomainName(tags?.get('d') ?? '') ?? '',
    selector: readDomainName(tags?.get('s') ?? '') ?? printable(tags?.get('s')),
    algorithm: printable(tags?.get('a')).toLowerCase(),
    bodyLimited: tags?.has('l') ?? false,
    signedHeaders: parseColonList(tags?.get('h') ?? '').map((name) => name.toLowerCase()),
  };
  if (!tags) return { label, signature: malformed('The signature is not a list of tags') };
  return { label, signature: checkTags(field, tags, label, form) };
}

function printable(value: string | undefined): string {
  return (value ?? '').replaceAll(/[^\u0021-\u007E]+/g, '').slice(0, 255);
}

/** Checks the tags (RFC 6376 6.1.1), most helpful complaint first. */
function checkTags(
  field: HeaderField,
  tags: TagList,
  label: SignatureLabel,
  form: SignatureForm,
): Signature | SignatureFault {
  const needed = ['v', 'a', 'b', 'bh', 'd', 'h', 's'].filter((tag) => form === 'dkim' || tag !== 'v');
  const missing = needed.find((tag) => !tags.get(tag));
  if (missing !== undefined) return malformed(`The signature has no ${missing}=`);
  if (form === 'dkim' && tags.get('v') !== '1')
    return malformed(`The signature's version is ${quoted(tags.get('v') ?? '')}`);
  if (label.domain === '' || !label.domain.includes('.')) return malformed('d= is not a domain name');
  if (readDomainName(tags.get('s') ?? '') !== label.selector) return malformed('s= is not a selector');

  if (label.algorithm === 'rsa-sha1') {
    return new SignatureFault('policy', 'algorithm-refused', 'rsa-sha1 must not be used (RFC 8301 3.1)');
  }
  const keyType = keyTypeOf(label.algorithm);
  if (keyType === null) return unsupported('algorithm', label.algorithm);

  const [headerMethod = '', bodyMethod = 'simple', rest] = (tags.get('c') ?? 'simple')
    .toLowerCase()
    .split('/');
  if (!isMethod(headerMethod) || !isMethod(bodyMethod) || rest !== undefined) {
    return unsupported('canonicalization', tags.get('c') ?? '');
  }
  const methods = parseColonList(tags.get('q') ?? 'dns/txt').map((method) => method.toLowerCase());
  if (!methods.includes('dns/txt')) return unsupported('key lookup', tags.get('q') ?? '');

  const { signedHeaders } = label;
  if (signedHeaders.length > MAX_SIGNED_HEADERS) return malformed('h= names too many headers');
  if (!signedHeaders.every((name) => /^[\u0021-\u0039\u003B-\u007E]+$/.test(name))) {
    return malformed('h= names something that is no header');
  }
  if (!signedHeaders.includes('from')) {
    return new SignatureFault('permerror', 'from-unsigned', 'The signature leaves From unsigned');
  }

  const bodyHash = decodeBase64(tags.get('bh') ?? '');
  if (!bodyHash) return malformed('bh= is not base64');
  const signature = decodeBase64(tags.get('b') ?? '');
  if (!signature) return malformed('b= is not base64');

  const bodyLength = readNumber(tags.get('l'), 76);
  if (bodyLength === undefined) return malformed('l= is not a number');
  const signedAt = readNumber(tags.get('t'), 12);
  if (signedAt === undefined) return malformed('t= is not a time');
  const expiresAt = readNumber(tags.get('x'), 12);
  if (expiresAt === undefined) return malformed('x= is not a time');
  if (signedAt !== null && expiresAt !== null && expiresAt <= signedAt)
    return malformed('x= is not after t=');

  const identityDomain = form === 'arc' ? label.domain : readIdentity(tags.get('i'), label.domain);
  if (identityDomain === null) return malformed('i= is not an address');
  if (!isWithin(identityDomain, label.domain)) return malformed('i= lies outside of d=');

  return {
    field,
    domain: label.domain,
    selector: label.selector,
    keyType,
    headerMethod,
    bodyMethod,
    bodyHash,
    signature,
    signedHeaders,
    bodyLength,
    identityDomain,
    signedAt,
    expiresAt,
  };
}

/** The key that an algorithm needs (RFC 6376 3.3, RFC 8463 3); null for any that is not accepted. */
export function keyTypeOf(algorithm: string): KeyType | null {
  const keyType = /^(rsa|ed25519)-sha256$/.exec(algorithm)?.[1];
  return keyType === 'rsa' || keyType === 'ed25519' ? keyType : null;
}

function unsupported(what: string, value: string): SignatureFault {
  return new SignatureFault('neutral', 'unsupported', `Unknown ${what} ${quoted(value)}`);
}

function isMethod(name: string): name is Canonicalization {
  return name === 'simple' || name === 'relaxed';
}

/** Null when the tag is absent; undefined when it is not a number of at most `digits` digits. */
export function readNumber(value: string | undefined, digits: number): number | null | undefined {
  if (value === undefined) return null;
  return /^[0-9]+$/.test(value) && value.length <= digits ? Number(value) : undefined;
}

/** The domain of `i=` (dkim-quoted-printable, RFC 6376 2.11); null when there is none. */
function readIdentity(value: string | undefined, signingDomain: string): string | null {
  if (value === undefined) return signingDomain;
  const address = value
    .replaceAll(/[ \t\r\n]+/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const at = address.lastIndexOf('@');
  return at < 0 ? null : readDomainName(address.slice(at + 1));
}
