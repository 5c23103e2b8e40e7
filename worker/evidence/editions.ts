import type { CatalogEvent } from '../../catalog/index.ts';
import { foldText } from './folding.ts';

/** Which edition of a series a mention of its name means. */
export type Edition = 'this' | 'another' | 'unsaid';

/** Roman numerals of more than one letter, and `v`; `i` and `x` alone are words more often. */
const ROMAN: Readonly<Record<string, number>> = {
  ii: 2,
  iii: 3,
  iv: 4,
  v: 5,
  vi: 6,
  vii: 7,
  viii: 8,
  ix: 9,
};
/**
 * What follows a name on its line and may number it: `EthCC[7]`, `EDCON 2023`, `Devcon '19`, `Devcon VI`,
 * `DWeb Camp #3`. Groups: bracket or apostrophe, the number, what comes after it.
 */
const NUMBERING =
  /[ \t\u00A0]{0,3}([[(#'’‘`´-]?)[ \t\u00A0]?(20\d\d|\d{1,2}|[ivx]{1,4})(?![\p{L}\p{N}])(.{0,12})/suy;
/** After a bare number: it is a day, a time, a price or an amount, and numbers no edition. */
const NO_NUMBERING =
  /^(?:\s?[-–—/:.,]\s?\d|\.|\s?[x×]|\s?(?:st|nd|rd|th)\b|\s(?:jan|feb|fev|mar|apr|abr|avr|may|mai|jun|jui|jul|jui|aug|aou|ago|sep|oct|okt|nov|dec|dez|ticket|pass|day|person|people|seat|hour|week|billet|tage?\b|x\b)|\s?[年月日人枚])/u;

/** What a name says of its edition whatever follows it, and what it means when no number does. */
type Naming = { decided: Edition } | { unsaid: Edition };

/** Tells which edition of an event a mention means; built once for each event. */
export class EditionReader {
  readonly #years = new Set<number>();
  readonly #numbers = new Set<number>();
  readonly #names: readonly string[];
  readonly #namings = new Map<string, Naming>();

  constructor(event: CatalogEvent) {
    this.#names = event.names.map(foldText);
    for (const date of [event.starts, event.ends]) this.#years.add(Number(date.slice(0, 4)));
    for (const name of this.#names) {
      const number = /(?<!\d)(\d{1,2})(?!\d)/.exec(name)?.[1];
      if (number !== undefined) this.#numbers.add(Number(number));
      this.#namings.set(name, this.#naming(name));
    }
  }

  /**
   * @param name the folded name that was found
   * @param text the folded text, and the index in it after the name
   */
  read(name: string, text: string, end: number): Edition {
    const naming = this.#namings.get(name) ?? this.#naming(name);
    if ('decided' in naming) return naming.decided;
    const { unsaid } = naming;
    NUMBERING.lastIndex = end;
    const found = NUMBERING.exec(text);
    if (found === null) return unsaid;
    const [, mark = '', label = '', after = ''] = found;
    if (label.length === 4 && /^\d/.test(label)) return this.#years.has(Number(label)) ? 'this' : 'another';
    if (/^['’‘`´]$/.test(mark)) return this.#years.has(2000 + Number(label)) ? 'this' : 'another';
    // Events without numbers in their names are counted by years alone.
    const number = ROMAN[label] ?? Number(label);
    if (this.#numbers.size === 0 || Number.isNaN(number)) return unsaid;
    if (mark === '' && !(label in ROMAN) && NO_NUMBERING.test(after)) return unsaid;
    return this.#numbers.has(number) ? 'this' : 'another';
  }

  #naming(name: string): Naming {
    if (/\d/.test(name)) return { decided: 'this' };
    // "Devcon Bangkok" names its edition; "Devcon" is what the names of all editions begin with.
    const series = this.#names.some((other) => other !== name && other.startsWith(name));
    const longer = this.#names.some((other) => name.startsWith(`${other} `));
    return { unsaid: series || !longer ? 'unsaid' : 'this' };
  }
}
