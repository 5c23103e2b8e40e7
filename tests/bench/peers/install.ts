/** Installs the benchmarks' peers beside this file, in the versions of their lock file. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('.', import.meta.url);

interface Lock {
  packages: Record<string, { version?: string }>;
}

/** npm records what it has installed in its own lock file, which leaves out the folder's own package. */
function installed(): boolean {
  const hidden = new URL('node_modules/.package-lock.json', FOLDER);
  if (!existsSync(hidden)) return false;
  const versions = (file: URL): Map<string, string | undefined> => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
    return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]));
  };
  const present = versions(hidden);
  return [...versions(new URL('package-lock.json', FOLDER))].every(
    ([path, version]) => path === '' || present.get(path) === version,
  );
}

/**
 * Installs the peers if they are missing. Install scripts stay off: one of psi.js's dependencies would download a
 * compiler, which nothing here runs.
 *
 * @throws when npm fails
 */
export function installPeers(): void {
  if (installed()) return;
  console.error('Installing the packages to compare with (tests/bench/peers) …');
  // npm's own output goes to standard error: standard output is for the figures.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: fileURLToPath(FOLDER),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The packages to compare with could not be installed.');
}
