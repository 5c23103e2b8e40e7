/** DER tags that an RSA public key is made of (X.690; RFC 8017 A.1.1; RFC 5280 4.1). */
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_ID = 0x06;
const SEQUENCE = 0x30;

/** 1.2.840.113549.1.1.1, rsaEncryption */
const RSA_ENCRYPTION = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];

export interface RsaKey {
  /** SubjectPublicKeyInfo, as WebCrypto imports it. */
  spki: Uint8Array<ArrayBuffer>;
  /** Length of the modulus. */
  bits: number;
}

interface Element {
  tag: number;
  content: Uint8Array;
  rest: Uint8Array;
}

/**
 * Reads an RSA public key in either form found in DKIM records: SubjectPublicKeyInfo, which is common, or the bare
 * PKCS#1 RSAPublicKey that RFC 6376 3.6.1 names. Null when it is neither.
 */
export function readRsaKey(der: Uint8Array): RsaKey | null {
  const outer = readElement(der, SEQUENCE);
  if (!outer || outer.rest.length > 0) return null;
  const bare = outer.content[0] === INTEGER ? outer.content : unwrap(outer.content);
  if (!bare) return null;
  const modulus = readElement(bare, INTEGER);
  const exponent = modulus && readElement(modulus.rest, INTEGER);
  if (!exponent || exponent.rest.length > 0 || exponent.content.length === 0) return null;
  const bits = bitLength(modulus.content);
  if (bits === 0) return null;
  const key = element(SEQUENCE, bare);
  const algorithm = element(SEQUENCE, [...element(OBJECT_ID, RSA_ENCRYPTION), ...element(NULL, [])]);
  return { spki: element(SEQUENCE, [...algorithm, ...element(BIT_STRING, [0, ...key])]), bits };
}

/** The content of the RSAPublicKey inside a SubjectPublicKeyInfo. */
function unwrap(content: Uint8Array): Uint8Array | null {
  const algorithm = readElement(content, SEQUENCE);
  const id = algorithm && readElement(algorithm.content, OBJECT_ID);
  if (!id || id.content.join('.') !== RSA_ENCRYPTION.join('.')) return null;
  const bits = readElement(algorithm.rest, BIT_STRING);
  if (!bits || bits.content[0] !== 0 || bits.rest.length > 0) return null;
  const key = readElement(bits.content.subarray(1), SEQUENCE);
  return key && key.rest.length === 0 ? key.content : null;
}

function readElement(der: Uint8Array, tag: number): Element | null {
  const [found, first] = der;
  if (found !== tag || first === undefined) return null;
  let length = first;
  let header = 2;
  if (first >= 0x80) {
    const octets = first - 0x80;
    // No key needs more than two octets of length.
    if (octets < 1 || octets > 2 || der.length < 2 + octets) return null;
    length = 0;
    for (const octet of der.subarray(2, 2 + octets)) length = length * 256 + octet;
    header = 2 + octets;
  }
  if (der.length < header + length) return null;
  return { tag, content: der.subarray(header, header + length), rest: der.subarray(header + length) };
}

/** Bits of a positive integer; 0 for zero and negative numbers. */
function bitLength(content: Uint8Array): number {
  if ((content[0] ?? 0x80) >= 0x80) return 0;
  const first = content.findIndex((octet) => octet !== 0);
  if (first < 0) return 0;
  return (content.length - first) * 8 - (Math.clz32(content[first] ?? 0) - 24);
}

function element(tag: number, content: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const { length } = content;
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  bytes.set(content, header.length);
  return bytes;
}
