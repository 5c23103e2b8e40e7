import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** One of our files imports another. Paths are relative to the repo. */
export interface Import {
  from: string;
  to: string;
  /** True when only types are imported. */
  typeOnly: boolean;
}

/** A file that is started by its address, such as a worker or a thread. */
const STARTED = /new URL\(\s*'(\.[^']+\.tsx?)',\s*import\.meta\.url/g;

/** The imports in all files below these folders. */
export function importsBelow(folders: readonly string[]): Import[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && existsSync(join(ROOT, path)))
    .flatMap(importsOf);
}

function importsOf(from: string): Import[] {
  const source = readFileSync(join(ROOT, from), 'utf8');
  const { module, errors } = parseSync(from, source);
  if (errors.length > 0) throw new Error(`${from} cannot be read: ${errors[0]?.message}`);
  const stated = module.staticImports.map(({ moduleRequest, entries }) => ({
    path: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const passedOn = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ path: moduleRequest.value, typeOnly: isType }],
    );
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    path: source.slice(start + 1, end - 1),
    typeOnly: false,
  }));
  const started = [...source.matchAll(STARTED)].map(([, path = '']) => ({ path, typeOnly: false }));
  return [...stated, ...passedOn, ...later, ...started]
    .filter(({ path }) => path.startsWith('.'))
    .map(({ path, typeOnly }) => ({ from, to: join(dirname(from), path), typeOnly }));
}

/** The nodes that each node imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports between groups of files. @param groupOf the group of a file; null leaves the file out */
export function graphOf(imports: readonly Import[], groupOf: (path: string) => string | null): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [groupOf(from), groupOf(to)];
    if (a === null || b === null || a === b) continue;
    graph.set(a, (graph.get(a) ?? new Set()).add(b));
  }
  return graph;
}

/** A circle in a graph, ending with its first node again; null when there is none. */
export function circleIn(graph: Graph): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next);
      if (circle !== null) return circle;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const circle = visit(node);
    if (circle !== null) return circle;
  }
  return null;
}
