/** The folders and the imports between them, as in docs/architecture.md, and no circular imports. */
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circleIn, graphOf, importsBelow } from './imports.ts';
import type { Import } from './imports.ts';

/** What each top folder may import: a folder, or one file of it. `type` allows types only. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  catalog: [],
  mail: [],
  'psi-wasm': [],
  worker: ['catalog/', 'mail/', 'psi-wasm/', 'type server/app.ts'],
  'service-worker': ['catalog/addresses.ts', 'worker/ledger/loaded-files.ts'],
  // The page starts the worker by the address of this file.
  src: ['catalog/', 'worker/contract.ts', 'worker/core/main.ts'],
  server: ['catalog/', 'mail/', 'psi-wasm/'],
};
const TOP = Object.keys(MAY_IMPORT);

const imports = importsBelow(TOP);
const topOf = (path: string): string => path.split('/')[0] ?? '';

function isAllowed({ from, to, typeOnly }: Import): boolean {
  if (topOf(from) === topOf(to)) return true;
  return (MAY_IMPORT[topOf(from)] ?? []).some((rule) => {
    const [place = '', only] = rule.split(' ').toReversed();
    return to.startsWith(place) && (only === undefined || typeOnly);
  });
}

describe('imports', () => {
  it('are found at all, so that the other tests can fail', () => {
    for (const folder of ['catalog', 'mail', 'worker', 'src', 'server']) {
      expect(imports.filter(({ from }) => topOf(from) === folder).length).toBeGreaterThan(10);
    }
    expect(imports).toContainEqual({ from: 'worker/client/api.ts', to: 'server/app.ts', typeOnly: true });
  });

  it('between the top folders match the table', () => {
    expect(imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} imports ${to}`)).toEqual(
      [],
    );
    expect(circleIn(graphOf(imports, topOf))).toBeNull();
  });

  it.each(TOP)('in %s/ are not circular between the folders that directly hold files', (folder) => {
    const own = imports.filter(({ from }) => topOf(from) === folder);
    expect(circleIn(graphOf(own, (path) => (topOf(path) === folder ? dirname(path) : null)))).toBeNull();
  });

  it.each(foldersWithin())(
    'in %s/ are not circular between its folders, each with everything below it',
    (folder) => {
      const childOf = (path: string): string | null => {
        if (!path.startsWith(`${folder}/`)) return null;
        const [child, ...below] = path.slice(folder.length + 1).split('/');
        return below.length === 0 ? null : `${folder}/${child}`;
      };
      expect(circleIn(graphOf(imports, childOf))).toBeNull();
    },
  );
});

/** Every folder that has subfolders. */
function foldersWithin(): string[] {
  const folders = new Set<string>();
  for (const { from } of imports) {
    for (let at = dirname(dirname(from)); at !== '.'; at = dirname(at)) folders.add(at);
  }
  return [...folders].toSorted();
}

describe('a circle', () => {
  const between = (...pairs: [string, string][]): Import[] =>
    pairs.map(([from, to]) => ({ from, to, typeOnly: true }));

  it('is found across several folders, also through types alone', () => {
    const round = between(['a/1', 'b/1'], ['b/2', 'c/1'], ['c/2', 'd/1'], ['d/2', 'b/3']);
    expect(circleIn(graphOf(round, dirname))).toEqual(['b', 'c', 'd', 'b']);
  });

  it('does not include two paths to one folder, nor imports within a folder', () => {
    const straight = between(['a/1', 'b/1'], ['a/1', 'c/1'], ['b/1', 'c/1'], ['c/1', 'c/2'], ['c/2', 'c/1']);
    expect(circleIn(graphOf(straight, dirname))).toBeNull();
  });
});
