import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Manifest {
  engines?: Record<string, string>;
}

interface Lock {
  packages: Record<string, Manifest>;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DRY = [
  'ci',
  '--dry-run',
  '--offline',
  '--ignore-scripts',
  '--engine-strict',
  '--no-audit',
  '--no-fund',
];

const parsed = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const lock = parsed('package-lock.json') as Lock;
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

it('the lock file leaves out engines: npm would check them against its own Node (npm run lock)', () => {
  expect(packages.filter(([, { engines }]) => engines !== undefined).map(([path]) => path)).toEqual([]);
});

describe('the Node version that the product brings', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waystamp-engines-'));
    copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** npm's complaints about packages' engines, on our Node. */
  function judged(changes: Record<string, Manifest> = {}): { status: number | null; stderr: string } {
    const whole: Lock = structuredClone(lock);
    for (const [path, entry] of Object.entries(whole.packages)) {
      const manifest = join(path, 'package.json');
      // A package for another platform is not installed.
      if (path === '' || !existsSync(join(ROOT, manifest))) continue;
      Object.assign(entry, { engines: (parsed(manifest) as Manifest).engines }, changes[path]);
    }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(whole));
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
    return spawnSync('npm', DRY, { cwd: folder, env: { ...process.env, PATH }, encoding: 'utf8' });
  }

  it('satisfies every package', () => {
    const { status, stderr } = judged();
    expect(stderr).not.toContain('EBADENGINE');
    expect(status).toBe(0);
  });

  it('is checked against the packages’ requirements', () => {
    const { status, stderr } = judged({ 'node_modules/hono': { engines: { node: '>=99' } } });
    expect(stderr).toContain('EBADENGINE');
    expect(status).toBe(1);
  });
});
