/** Debian packages that the project's scripts need. Installs missing ones as root. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** Debian runs this program to ask whether a package may start a service (invoke-rc.d(8)); 101 means no. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

function installed(name: string): boolean {
  const query = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name], { encoding: 'utf8' });
  return query.status === 0 && query.stdout === 'installed';
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env }).status === 0;
}

/** Runs `body` without letting services start. An existing policy on the machine stays as it is. */
function withoutServices<Result>(body: () => Result): Result {
  if (existsSync(SERVICE_POLICY)) return body();
  writeFileSync(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return body();
  } finally {
    rmSync(SERVICE_POLICY);
  }
}

/**
 * Installs missing Debian packages and says so on standard error. Services among them are not started.
 *
 * @param names package names
 * @param purpose what they are for, in words that end a sentence
 * @throws when they are missing and cannot be installed here; the message says what to do
 */
export function ensureDebianPackages(names: string[], purpose: string): void {
  const missing = names.filter((name) => !installed(name));
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new Error(`${missing.join(', ')} needed ${purpose}. On Debian, as root: ${command}`);
  }
  console.error(`Installing ${missing.join(', ')} from Debian's packages, needed ${purpose}.`);
  const done = withoutServices(
    () => apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...missing),
  );
  if (!done) {
    throw new Error(`Could not install ${missing.join(', ')}. Try as root: apt-get update && ${command}`);
  }
}
