/** What one check of a receiver gave (RFC 8601 2.2, `resinfo`). */
export interface MethodResult {
  /** `dkim`, `spf`, `dmarc`, …; lower case. */
  method: string;
  /** `pass`, `fail`, …; lower case. */
  result: string;
  /** What was checked: `header.i`, `header.s`, `smtp.mailfrom`, …, with names in lower case. */
  properties: Readonly<Record<string, string>>;
}

/** An ARC-Authentication-Results (RFC 8617 4.1.1). */
export interface ArcResults {
  /** `i=`; null when it is not a number of one or two digits. */
  instance: number | null;
  /** Whose results they are, lower case; empty when it is unreadable. */
  authservId: string;
  /** Empty when any of them is unreadable, since then nobody can tell where a result ends. */
  results: readonly MethodResult[];
}

/**
 * Reads the value of an ARC-Authentication-Results: the instance, then what an Authentication-Results holds (RFC 8601
 * 2.2). Comments and quoted strings are read as such, so text that a sender smuggled into one of them is no result. Time
 * is linear in the value.
 *
 * @param value a binary string
 */
export function readArcResults(value: string): ArcResults {
  const reader = new ResultsReader(value);
  const nothing = { authservId: '', results: [] };
  const tag = reader.name();
  if (tag !== 'i' || !reader.take('=')) return { instance: null, ...nothing };
  const digits = reader.value() ?? '';
  const instance = /^\d{1,2}$/.test(digits) ? Number(digits) : null;
  if (!reader.take(';')) return { instance: null, ...nothing };
  const authservId = reader.value()?.toLowerCase() ?? '';
  // The version of the format may follow.
  if (/^\d+$/.test(reader.peekName())) reader.name();
  if (authservId === '') return { instance, ...nothing };
  return { instance, authservId, results: readResults(reader) ?? [] };
}

/** Null when they are malformed. */
function readResults(reader: ResultsReader): MethodResult[] | null {
  const results: MethodResult[] = [];
  while (!reader.atEnd()) {
    if (!reader.take(';')) return null;
    const method = reader.name();
    // `none`: no check was made. A semicolon may end the list.
    if (method === '' || (method === 'none' && !reader.at('='))) continue;
    const result = reader.take('=') ? reader.value() : null;
    if (result === null) return null;
    const properties = readProperties(reader);
    if (properties === null) return null;
    results.push({ method: method.replace(/\/.*$/, ''), result: result.toLowerCase(), properties });
  }
  return reader.broken ? null : results;
}

/** Null when they are malformed, or when one is given twice. */
function readProperties(reader: ResultsReader): Record<string, string> | null {
  const properties = new Map<string, string>();
  while (!reader.atEnd() && !reader.at(';')) {
    const name = reader.name();
    const value = name !== '' && reader.take('=') ? reader.value() : null;
    if (value === null || properties.has(name)) return null;
    properties.set(name, value);
  }
  return Object.fromEntries(properties);
}

const SPACES = ' \t\r\n';
const NAME = /[A-Za-z0-9._/-]/;

/** Reads tokens from left to right. Comments and white space before a token are skipped (RFC 5322 3.2.2). */
class ResultsReader {
  /** Whether a comment or a quoted string was left open. */
  broken = false;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** A keyword or a property's name, lower case; empty when something else stands here. */
  name(): string {
    this.#skip();
    const from = this.#at;
    while (NAME.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.slice(from, this.#at).toLowerCase();
  }

  /** {@link name} without taking it. */
  peekName(): string {
    this.#skip();
    const before = this.#at;
    const name = this.name();
    this.#at = before;
    return name;
  }

  /**
   * A value: characters and quoted strings up to white space, a comment or a semicolon. May be empty, as receivers write
   * for a mail without an envelope sender. Null when a quoted string is left open.
   */
  value(): string | null {
    this.#skip();
    let value = '';
    for (; this.#at < this.#text.length;) {
      const character = this.#text.charAt(this.#at);
      if (character === '"') {
        const quoted = this.#quoted();
        if (quoted === null) return null;
        value += quoted;
      } else if (character === ';' || character === '(' || SPACES.includes(character)) {
        break;
      } else {
        value += character;
        this.#at += 1;
      }
    }
    return value;
  }

  at(character: string): boolean {
    this.#skip();
    return this.#text.charAt(this.#at) === character;
  }

  take(character: string): boolean {
    const found = this.at(character);
    if (found) this.#at += 1;
    return found;
  }

  atEnd(): boolean {
    this.#skip();
    return this.#at >= this.#text.length;
  }

  #quoted(): string | null {
    let text = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (character === '"') {
        this.#at += 1;
        return text;
      }
      if (character === '\\') this.#at += 1;
      text += this.#text.charAt(this.#at);
    }
    this.broken = true;
    return null;
  }

  #skip(): void {
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (character === '(') depth += 1;
      else if (depth > 0 && character === ')') depth -= 1;
      else if (depth > 0 && character === '\\') this.#at += 1;
      else if (depth === 0 && !SPACES.includes(character)) return;
    }
    if (depth > 0) this.broken = true;
  }
}
