import type { CatalogEvent } from '../../catalog/index.ts';
import { foldText } from './folding.ts';

/** The edition of a series that a mention means. */
export type Edition = 'this' | 'another' | 'unsaid';

/** Roman numerals of more than one letter, and `v`; `i` and `x` alone are more often words. */
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
 * A number after a name on its line: `EthCC[7]`, `EDCON 2023`, `Devcon '19`, `Devcon VI`, `DWeb Camp #3`. Groups:
 * bracket or apostrophe, the number, what comes after it.
 */
const NUMBERING =
  /[ \t\u00A0]{0,3}([[(#'’‘`´-]?)[ \t\u00A0]?(20\d\d|\d{1,2}|[ivx]{1,4})(?![\p{L}\p{N}])(.{0,12})/suy;
/** Text after a bare number which shows that it is a day, a time, a price or an amount, and not an edition. */
const NO_NUMBERING =
  /^(?:\s?[-–—/:.,]\s?\d|\.|\s?[x×]|\s?(?:st|nd|rd|th)\b|\s(?:jan|feb|fev|mar|apr|abr|avr|may|mai|jun|jui|jul|jui|aug|aou|ago|sep|oct|okt|nov|dec|dez|ticket|pass|day|person|people|seat|hour|week|billet|tage?\b|x\b)|\s?[年月日人枚])/u;

/** Event years begin here; smaller numbers count editions. */
const FIRST_YEAR = 2000;

/**
 * The number after a name: below {@link FIRST_YEAR} it is an edition, otherwise a year (NaN for an impossible year, as
 * in `Devcon 'VI`). Null when no number follows.
 *
 * @param text the folded text
 *
 * @param end the index in it after the name
 */
export function numberAfter(text: string, end: number): number | null {
  NUMBERING.lastIndex = end;
  const found = NUMBERING.exec(text);
  if (found === null) return null;
  const [, mark = '', label = '', after = ''] = found;
  if (label.length === 4 && /^\d/.test(label)) return Number(label);
  if (/^['’‘`´]$/.test(mark)) return FIRST_YEAR + Number(label);
  const number = ROMAN[label] ?? Number(label);
  const isOther = mark === '' && !(label in ROMAN) && NO_NUMBERING.test(after);
  return Number.isNaN(number) || isOther ? null : number;
}

/** The edition that a name itself decides, or what it means if no number follows. */
type Naming = { decided: Edition } | { unsaid: Edition };

/** Decides which edition of an event a mention means; built once for each event. */
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
   * @param number from {@link numberAfter}
   */
  read(name: string, number: number | null): Edition {
    const naming = this.#namings.get(name) ?? this.#naming(name);
    if ('decided' in naming) return naming.decided;
    if (number === null) return naming.unsaid;
    if (Number.isNaN(number) || number >= FIRST_YEAR) return this.#years.has(number) ? 'this' : 'another';
    // Events without a number in their names are told apart by year only.
    if (this.#numbers.size === 0) return naming.unsaid;
    return this.#numbers.has(number) ? 'this' : 'another';
  }

  #naming(name: string): Naming {
    if (/\d/.test(name)) return { decided: 'this' };
    // "Devcon Bangkok" names its edition; "Devcon" begins the names of all editions.
    const series = this.#names.some((other) => other !== name && other.startsWith(name));
    const longer = this.#names.some((other) => name.startsWith(`${other} `));
    return { unsaid: series || !longer ? 'unsaid' : 'this' };
  }
}
