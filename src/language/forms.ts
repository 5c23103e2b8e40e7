/**
 * The two forms of a text with gaps. The library's own would read a `$&` in a name as a command, fill gaps in what was
 * filled in before, and write 2136 without its comma.
 */
import { transform } from '@nanostores/i18n';

type Value = string | number;

/** The names of a text's gaps: `'{name} has {count}'` → `'name' | 'count'`. */
export type Gaps<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Gaps<Rest>
  : never;

type Filling<Names extends string> = [Names] extends [never] ? [] : [values: Readonly<Record<Names, Value>>];

const GAP = /\{(\w+)\}/g;

/** Puts values into the gaps of a text. A gap without a value stays as it is. */
export function fill(text: string, values: Readonly<Partial<Record<string, Value>>>): string {
  return text.replace(GAP, (gap, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : gap));
}

/** A text with gaps: `params('Shown to {name}')`. */
export function params<const Text extends string>(text: Text): (...filling: Filling<Gaps<Text>>) => string {
  return filled(text);
}

const filled = transform<[Readonly<Record<string, Value>>?], string, string>((_tag, text, values = {}) =>
  fill(text, values),
);

/** A text for each plural form that the language has (`Intl.PluralRules`); English has `one` and `other`. */
export type Plurals<Text extends string> = Readonly<
  Partial<Record<Intl.LDMLPluralRule, Text>> & { other: Text }
>;

type Counted<Text extends string> = (
  count: number,
  ...filling: Filling<Exclude<Gaps<Text>, 'count'>>
) => string;

/** A text that depends on an amount: `count({ one: '{count} mail', other: '{count} mails' })`. */
export function count<const Text extends string>(forms: Plurals<Text>): Counted<Text> {
  return counted(forms);
}

const counted = transform<[number, Readonly<Record<string, Value>>?], Plurals<string>, string>(
  (tag, forms, amount, values = {}) => {
    const text = forms[new Intl.PluralRules(tag).select(amount)] ?? forms.other;
    return fill(text, { ...values, count: amount.toLocaleString(tag) });
  },
);

/** A text cut at its gaps, for parts of the page that go into them: words and names of gaps in turn. */
export function cutAtGaps(text: string): string[] {
  return text.split(GAP);
}
