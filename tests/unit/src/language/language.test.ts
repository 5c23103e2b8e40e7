import { afterEach, describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { count, fill, params } from '../../../../src/language/forms.ts';
import { defineTexts, language, offerLanguage, textsOf } from '../../../../src/language/language.ts';
import { useTexts } from '../../../../src/language/use-texts.ts';
import { Rich } from '../../../../src/parts/Rich.tsx';
import { countOf } from '../../../../src/texts/amounts.ts';
import { eventDate } from '../../../../src/texts/dates.ts';

const table = defineTexts('test', {
  title: 'Your mail',
  whom: params('Shown to {name} by {you}'),
  files: count({ one: '{count} file of {name}', other: '{count} files of {name}' }),
  rich: 'Questions: {address}, any time.',
});

function Title() {
  return useTexts(table).title;
}
const drawn = (): string => renderToStaticMarkup(createElement(Title));

afterEach(() => language.set('en'));

describe('a table of texts', () => {
  it('is read by components and by plain functions', () => {
    expect(drawn()).toBe('Your mail');
    expect(textsOf(table).title).toBe('Your mail');
  });

  it('puts values where they belong, as they are', () => {
    // A name from a catalog or a subject is other people's text.
    const values = { name: '{you} & $& $1', you: 'Ada' };
    expect(textsOf(table).whom(values)).toBe('Shown to {you} & $& $1 by Ada');
    expect(fill('{toString} {known}', { known: 1 })).toBe('{toString} 1');
  });

  it('takes the plural form that fits, and writes the number', () => {
    const { files } = textsOf(table);
    expect([1, 2, 2136].map((amount) => files(amount, { name: 'Ada' }))).toEqual([
      '1 file of Ada',
      '2 files of Ada',
      '2,136 files of Ada',
    ]);
  });

  it('keeps a sentence with a link in it one text', () => {
    const text = textsOf(table).rich;
    const parts = { address: createElement('a', { href: 'mailto:ada@mail.example' }, 'Ada') };
    expect(renderToStaticMarkup(createElement(Rich<typeof text>, { text, parts }))).toBe(
      'Questions: <a href="mailto:ada@mail.example">Ada</a>, any time.',
    );
  });
});

describe('another language', () => {
  it('is loaded when it is chosen, has its own plural forms and order, and leaves what lacks in English', async () => {
    let loads = 0;
    offerLanguage('pl', async () => {
      loads += 1;
      return {
        test: {
          title: 'Twoja poczta',
          whom: '{you} → {name}',
          files: {
            one: '{count} plik ({name})',
            few: '{count} pliki ({name})',
            other: '{count} plików ({name})',
          },
        },
        nouns: { mail: { one: '{count} mail', few: '{count} maile', other: '{count} maili' } },
      };
    });
    expect(loads).toBe(0);
    language.set('pl');
    await expect.poll(drawn).toBe('Twoja poczta');
    const { whom, files, rich } = textsOf(table);
    expect(whom({ name: 'Devcon', you: 'Ada' })).toBe('Ada → Devcon');
    expect([1, 3, 5].map((amount) => files(amount, { name: 'Ada' }))).toEqual([
      '1 plik (Ada)',
      '3 pliki (Ada)',
      '5 plików (Ada)',
    ]);
    expect(rich).toContain('any time');
    expect(countOf(12_345, 'mail')).toBe('12\u00a0345 maili');
    expect(eventDate('2024-11-12', '2024-11-15')).toBe('12–15 lis 2024');
    language.set('en');
    expect(drawn()).toBe('Your mail');
    expect(countOf(2, 'mail')).toBe('2 mails');
  });
});
