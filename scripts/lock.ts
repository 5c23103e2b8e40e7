/**
 * `npm run lock`: removes the packages' `engines` from the lock file. npm compares them with the Node that runs npm. On
 * an older Node it warns about packages that want a later one, and leaves out optional packages. Everything here runs
 * on the Node that comes as the dependency `node`; a test checks the packages against that one.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Lock {
  packages: Record<string, { engines?: unknown }>;
}

const FILE = new URL('../package-lock.json', import.meta.url);

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock;
for (const [path, entry] of Object.entries(lock.packages)) if (path !== '') delete entry.engines;
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
