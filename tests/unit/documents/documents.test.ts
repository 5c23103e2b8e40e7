/** The documents name files, headings, commands and packages that exist. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const documents = files.filter((path) => path.endsWith('.md'));
const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

/** Whether a checkout may lack this file: secrets, and what a run leaves behind. */
const isIgnored = (path: string): boolean =>
  spawnSync('git', ['check-ignore', '--quiet', path], { cwd: ROOT }).status === 0;

/** The text without its code blocks. */
const proseOf = (path: string): string => read(path).replaceAll(/^```[^]*?^```$/gm, '');

/** The anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

const anchorsOf = (path: string): string[] =>
  [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe.each(documents)('%s', (document) => {
  const prose = proseOf(document);

  it('links to files and headings that exist', () => {
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target));
    const broken = links.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(ROOT, linked))) return true;
      return anchor !== undefined && !anchorsOf(linked).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names files that exist', () => {
    const named = [...prose.matchAll(/`((?:\.\.\/)*[\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
    const missing = named
      .filter((path) => folders.has(path.replace(/^(?:\.\.\/)+/, '').split('/')[0]))
      // Relative to the root or to the document.
      .filter((path) => ![path, join(dirname(document), path)].some((at) => existsSync(join(ROOT, at))));
    expect(missing.filter((path) => !isIgnored(path))).toEqual([]);
  });

  it('names commands that exist', () => {
    const commands = [...read(document).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });
});

describe('the list of dependencies', () => {
  const section = read('CONTRIBUTING.md').split('\n## Dependencies\n')[1] ?? '';
  const listed = [...section.matchAll(/^\| ([^|-][^|]*?) +\| \S/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });

  it('gives the reason for every package', () => {
    const reasons = new Set(listed);
    const typed = (name: string): boolean => name.startsWith('@types/') && reasons.has(String.raw`@types/*`);
    expect(installed.filter((name) => !reasons.has(name) && !typed(name))).toEqual([]);
  });

  it('names no package that is no longer used', () => {
    expect(listed.filter((name) => !name.endsWith('/*') && !installed.includes(name))).toEqual([]);
  });
});

it('no source points to a numbered section of a document that is not in the repo', () => {
  const sources = files.filter((path) => /\.(?:tsx?|css|rs|js|mjs|html|json|md|ya?ml|conf|sql)$/.test(path));
  expect(sources.filter((path) => /\b(?:DESIGN|PROOF|STYLE) \d|\bLO{2}K\b/.test(read(path)))).toEqual([]);
});
