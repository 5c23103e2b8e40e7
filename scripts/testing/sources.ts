/** Finds the files on which a run's result depends, and their digests. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from '../wasm/sources.ts';

/** SHA-256 in hex by place: a folder of the root, or a file in it. */
export type Digests = Readonly<Record<string, string>>;

/** A path named in a module: imported, read, or started as a program. */
const NAMED = /['"`](\.{1,2}\/[^'"`$\n]*)['"`]|new URL\(\s*['"]([^'":]+)['"]/g;
const MODULE = /\.[cm]?[jt]sx?$/;
/** Folders with installed or built files. */
const MADE = new Set(['node_modules', 'target', 'dist']);

/**
 * The files reachable from some files, themselves included: by an import, or because a module names their path or their
 * folder. A path in a comment counts too, which at worst causes one run too many.
 *
 * @param entries paths from the root
 * @returns paths from the root, sorted
 */
export function reachedFrom(entries: readonly string[]): string[] {
  const reached = new Set<string>();
  const waiting = entries.map((entry) => join(root, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (MODULE.test(file)) waiting.push(...namedBy(file));
  }
  return [...reached].map((file) => relative(root, file)).toSorted();
}

function namedBy(file: string): string[] {
  const folder = dirname(file);
  return [...readFileSync(file, 'utf8').matchAll(NAMED)]
    .map(([, path, address]) => join(folder, path ?? address ?? ''))
    .filter((path) => path.startsWith(root + sep) && !isMade(path) && existsSync(path))
    .flatMap((path) => {
      if (!statSync(path).isDirectory()) return [path];
      // If the module lies in that folder, the path is a starting point for others, not something it reads.
      return `${folder}${sep}`.startsWith(join(path, sep)) ? [] : filesIn(path);
    });
}

function isMade(path: string): boolean {
  return relative(root, path)
    .split(sep)
    .some((name) => MADE.has(name));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

/** Files by patterns from the root, sorted. */
export function matching(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root }).toSorted();
}

/** One digest for each place, over the names and contents of its files. */
export function digestsOfFiles(files: readonly string[]): Digests {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  for (const file of [...new Set(files)].toSorted()) {
    const [place = file] = file.split(sep);
    const hash = hashes.get(place) ?? createHash('sha256');
    const content = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex');
    hashes.set(place, hash.update(`${file}\n${content}\n`));
  }
  return Object.fromEntries([...hashes].map(([place, hash]) => [place, hash.digest('hex')]));
}

/** The places whose files differ, sorted. */
export function differences(before: Digests, after: Digests): string[] {
  const places = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...places].filter((place) => before[place] !== after[place]).toSorted();
}
