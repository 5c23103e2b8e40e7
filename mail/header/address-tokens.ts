/** A piece of an address (RFC 5322 3.4), with no white space around it. */
export interface AddressToken {
  kind: 'text' | 'angle' | 'comment';
  value: string;
  /** Whether it was in quotes. */
  quoted: boolean;
  /** Whether it directly follows the token before it, without white space: `"a"@b`, `a(b)@c`. */
  joins: boolean;
}

interface Enclosure {
  closing: string;
  kind: AddressToken['kind'];
}

/** The closing character for each opening one. */
const CLOSING: Readonly<Partial<Record<string, Enclosure>>> = {
  '"': { closing: '"', kind: 'text' },
  '(': { closing: ')', kind: 'comment' },
  '<': { closing: '>', kind: 'angle' },
};

/**
 * Splits an address list at its commas, in one pass. A group (`name: a, b;`) becomes its members; the group's name is
 * dropped. Nested groups, which RFC 5322 does not allow, are flattened.
 */
export function addressTokens(list: string): AddressToken[][] {
  const addresses: AddressToken[][] = [];
  let address: AddressToken[] = [];
  let value = '';
  let open: Enclosure | null = null;
  let joins = false;
  const endToken = (): void => {
    const trimmed = value.trim();
    const { kind = 'text', closing = '' } = open ?? {};
    if (trimmed !== '') address.push({ kind, value: trimmed, quoted: closing === '"', joins });
    value = '';
    joins = false;
  };
  for (let at = 0; at < list.length; at += 1) {
    const character = list.charAt(at);
    const opening: Enclosure | undefined = open === null ? CLOSING[character] : undefined;
    if (character === open?.closing) {
      endToken();
      open = null;
      joins = !/[\s,;]/.test(list.charAt(at + 1) || ' ');
    } else if (opening !== undefined) {
      endToken();
      open = opening;
    } else if (open === null && /[,;:]/.test(character)) {
      endToken();
      if (character !== ':' && address.length > 0) addresses.push(address);
      address = [];
    } else if (open?.closing === '"' && character === '\\') {
      at += 1;
      value += list.charAt(at);
    } else if (character >= ' ' || character === '\t') {
      value += character;
    }
  }
  endToken();
  if (address.length > 0) addresses.push(address);
  return addresses;
}
