import { type AddressToken, addressTokens } from './address-tokens.ts';
import { decodedText } from './header-text.ts';

const BARE = /^[^@\s]+@[^@\s]+$/;
const WORD = /\w/;
/** Only encoded words (RFC 2047). */
const ENCODED = /^(?:=\?[^?\s]+\?[qb]\?[^?]*\?=\s*)+$/i;
const ANGLE = /<[^<>@]+@[^<>]+>/;

/**
 * The addresses of a header value such as `To` (RFC 5322 3.4), in order and as written. Names and entries without an
 * `@` are left out. Lenient where mail programs are lenient; time is linear in the value.
 */
export function addressesOf(value: string): string[] {
  return readList(value, true);
}

/** @param decodes whether a whole address may be an encoded word, as some programs write it */
function readList(list: string, decodes: boolean): string[] {
  return addressTokens(list).flatMap((tokens) => readAddress(tokens, decodes));
}

function readAddress(tokens: readonly AddressToken[], decodes: boolean): string[] {
  const texts = joinedTexts(tokens);
  const angle = tokens.find(({ kind }) => kind === 'angle');
  if (angle !== undefined) {
    // An unquoted name may hold a `<`: the address follows it.
    const address = angle.value.slice(angle.value.indexOf('<') + 1).trim();
    if (address !== '') return withSign(address);
  } else {
    const unquoted = texts.filter(({ quoted }) => !quoted).map(({ value }) => value);
    const found =
      unquoted.findLast((text) => BARE.test(text)) ??
      unquoted.map(addressWithin).findLast((address) => address !== null);
    if (found !== undefined && found !== null) return [found];
  }
  const text = texts.map(({ value }) => value).join(' ');
  if (!ENCODED.test(text)) return withSign(text);
  const decoded = decodes ? decodedText(text) : '';
  return ANGLE.test(decoded) ? readList(decoded, false) : [];
}

function withSign(address: string): string[] {
  return address.includes('@') ? [address] : [];
}

/** The texts of an address, or its comments if it has no text. */
function joinedTexts(tokens: readonly AddressToken[]): { value: string; quoted: boolean }[] {
  const hasText = tokens.some(({ kind }) => kind === 'text');
  const texts: { value: string; quoted: boolean }[] = [];
  for (const { kind, value, quoted, joins } of tokens) {
    if (kind !== (hasText ? 'text' : 'comment')) continue;
    const last = texts.at(-1);
    if (joins && last !== undefined) {
      last.value += value;
      if (quoted) last.quoted = true;
    } else {
      texts.push({ value, quoted });
    }
  }
  return texts;
}

/** The first word with an `@` inside it, without surrounding punctuation. */
function addressWithin(text: string): string | null {
  for (const word of text.split(/\s+/)) {
    const sign = word.indexOf('@');
    let start = 0;
    while (start < sign && !WORD.test(word.charAt(start))) start += 1;
    let end = word.length;
    while (end > sign + 1 && !WORD.test(word.charAt(end - 1))) end -= 1;
    if (start < sign && end > sign + 1) return word.slice(start, end);
  }
  return null;
}
