/** The language of the interface, and the tables of texts that follow it. English is part of the code. */
import { createI18n, type ComponentsJSON, type Messages } from '@nanostores/i18n';
import { atom, type ReadableAtom } from 'nanostores';

/** A BCP 47 tag. */
export const language = atom('en');

/** Loads every text of a language, by the names of the tables. What it leaves out stays English. */
type Load = () => Promise<ComponentsJSON>;

const others = new Map<string, Load>();

/** Makes a language known. Its texts are loaded when {@link language} is first set to it. */
export function offerLanguage(tag: string, load: Load): void {
  others.set(tag, load);
}

const i18n = createI18n(language, {
  get: async (tag, asked) => {
    // The library waits for every table that it asked for, so one without texts of its own is answered with none.
    const none = Object.fromEntries(asked.map((name) => [name, {}]));
    return { ...none, ...(await others.get(tag)?.()) };
  },
});

/** A table of texts in the current language: plain sentences, and functions made by `forms.ts`. */
export type Texts<Table> = ReadableAtom<Table>;

type AnyTable = Parameters<typeof i18n>[1];

/**
 * Defines a table of texts by its English ones.
 *
 * @param name under which other languages hold their texts
 */
export function defineTexts<const English extends AnyTable>(name: string, english: English): Texts<English> {
  const table: Messages<English> = i18n(name, english);
  // A table follows the language only while somebody listens, and plain functions do not.
  table.listen(() => undefined);
  return table;
}

/** The texts of a table in the current language, outside React. Read them when they are used, not when a file loads. */
export function textsOf<English>(table: Texts<English>): English {
  return table.get();
}
