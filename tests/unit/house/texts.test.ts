/** All words of the interface lie in `src/texts/en`, where other languages find them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { wordsIn } from './texts.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && existsSync(join(ROOT, path)));
const wordsOf = (path: string): string[] => wordsIn(path, readFileSync(join(ROOT, path), 'utf8'));

/** Names of keys, measurements and programs, and what a protocol calls its token. */
const NO_WORDS = new Set(['Bearer', 'Home', 'End', 'Chromium', 'Node', 'mails read', 'mails attested']);

describe('the sources of the page', () => {
  it('hold no words of the interface but in src/texts/en', () => {
    const elsewhere = files.filter((path) => !path.startsWith('src/texts/en/'));
    const found = elsewhere.flatMap((path) =>
      wordsOf(path)
        .filter((words) => !NO_WORDS.has(words))
        .map((words) => `${path}: ${words}`),
    );
    expect(elsewhere.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});

describe('tables of texts', () => {
  it('have one name each, under which other languages hold theirs', () => {
    const tables = files.filter((path) => path.startsWith('src/texts/en/'));
    const sources = tables.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const names = [...sources.matchAll(/defineTexts\('([^']+)'/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe('words of the interface', () => {
  it.each([
    ['text of an element', '<p>mail</p>', ['mail']],
    ['a name for assistive technology', '<ul aria-label="mails" />', ['mails']],
    ['one of two names', "<p title={on ? 'mail' : none}>{text}</p>", ['mail']],
    ['a sentence with a gap', 'const a = `Read again: ${subject}`;', ['Read again:']],
    ['a sentence', "warn('This browser refuses. Try again.');", ['This browser refuses. Try again.']],
    ['a name of one word', "const NAMES = { later: 'Later' };", ['Later']],
    ['small words', "const STATES = { own: 'only with you' };", ['only with you']],
    ['classes', '<p className="flex items-center" />', []],
    ['classes of a constant', "const PIN = 'grid min-h-5 place-items-center';", []],
    ['a choice', "<p title={kind === 'mail' ? t.mail : t.file} />", []],
    ['a key', "open('stamps');", []],
    ['a message for developers', "throw new Error('The page has no root.');", []],
    ['an import', "import { a } from 'some words here';", []],
  ])('%s', (_what, source, words) => {
    expect(wordsIn('part.tsx', source)).toEqual(words);
  });
});
