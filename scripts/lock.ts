/**
 * `npm run lock`: takes the packages' `engines` out of the lock file. npm holds them against the Node that runs npm: on
 * an older one it warns of the packages that want a later Node, and leaves out optional ones. Everything here runs on
 * the Node that comes as the dependency `node`; a test holds the packages against that one.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Lock {
  packages: Record<string, { engines?: unknown }>;
}

const FILE = new URL('../package-lock.json', import.meta.url);

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock;
for (const [path, entry] of Object.entries(lock.packages)) if (path !== '') delete entry.engines;
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
