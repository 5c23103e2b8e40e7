/**
 * Builds the image without a container engine: the files that `deploy/Dockerfile` copies and `.dockerignore` allows are
 * laid out in a folder, built and started. Packages are linked from `node_modules` as the lock file marks them; every
 * build shows that `npm ci` itself works.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, glob, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { startServer } from '../../../scripts/server-process.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { createTestPlace } from '../../support/server/test-database.ts';

const REPO = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

interface Stage {
  name: string;
  /** Instructions in order: the keyword and the rest of the line. */
  steps: { instruction: string; rest: string }[];
}

const dockerfile = readFileSync(join(REPO, 'deploy/Dockerfile'), 'utf8');
const allowed = readFileSync(join(REPO, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

function stages(): Stage[] {
  const found: Stage[] = [];
  for (const line of dockerfile.split('\n')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const [, name = 'image'] = / AS (\w+)$/.exec(line) ?? [];
    if (instruction === 'FROM') found.push({ name, steps: [] });
    else if (instruction !== '') found.at(-1)?.steps.push({ instruction, rest });
  }
  return found;
}

/** The strings of a JSON array at the end of an instruction. */
function words(instruction: string, stage: Stage | undefined): string[] {
  const step = stage?.steps.find((one) => one.instruction === instruction);
  const [list = '[]'] = /\[.*\]$/.exec(step?.rest ?? '') ?? [];
  return JSON.parse(list) as string[];
}

/** Lays out the files of this checkout that the engine would send as the build context. */
async function layContext(folder: string): Promise<void> {
  for (const pattern of allowed) {
    for await (const path of glob(pattern, { cwd: REPO })) {
      await cp(join(REPO, path), join(folder, path), { recursive: true });
    }
  }
}

/** The packages that a stage installs according to the lock file: all, or those not marked as development. */
async function layPackages(folder: string, omitDev: boolean): Promise<void> {
  const lock = JSON.parse(readFileSync(join(REPO, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages)) {
    // A package inside another one's folder comes with that one.
    if (path === '' || path.lastIndexOf('node_modules/') > 0) continue;
    if (omitDev && (dev === true || devOptional === true)) continue;
    if (!existsSync(join(REPO, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(REPO, path), join(folder, path));
  }
}

const laid = useFolder();

async function copyInto(stage: string, rest: string): Promise<void> {
  const [, from = 'context', paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
  const sources = paths.split(' ').map((path) => path.replace(/^\/waystamp\//, ''));
  const target = sources.pop() ?? '';
  for (const source of sources) {
    const found: string[] = [];
    if (source === '.') found.push(source);
    else for await (const path of glob(source, { cwd: laid(from) })) found.push(path);
    if (found.length === 0) throw new Error(`COPY ${source}: there is nothing of that name in ${from}`);
    for (const path of found) {
      const whole = join(laid(from), path);
      const place =
        target.endsWith('/') && source !== '.' ? join(target, relative(dirname(path), path)) : target;
      await cp(whole, join(laid(stage), place), { recursive: true, verbatimSymlinks: true });
    }
  }
}

beforeAll(async () => {
  await layContext(laid('context'));
  for (const { name, steps } of stages()) {
    await mkdir(laid(name), { recursive: true });
    for (const { instruction, rest } of steps) {
      if (instruction === 'COPY') await copyInto(name, rest);
      if (instruction !== 'RUN') continue;
      const [program = '', ...args] = rest.split(' ');
      if (program === 'npm') await layPackages(laid(name), args.includes('--omit=dev'));
      else if (program === 'node') await run(process.execPath, args, { cwd: laid(name) });
      else throw new Error(`this test does not know how to run ${rest}`);
    }
  }
});
const image = (): Stage | undefined => stages().at(-1);

describe('the image', () => {
  it('contains no source of the page, no test, and no development package', async () => {
    const entries = await readdir(laid('image'));
    expect(entries.toSorted()).toEqual(
      ['catalog', 'dist', 'mail', 'node_modules', 'package.json', 'psi-wasm', 'scripts', 'server'].toSorted(),
    );
    expect(existsSync(join(laid('image'), 'node_modules/vite'))).toBe(false);
    expect(existsSync(join(laid('image'), 'node_modules/hono'))).toBe(true);
  });

  it('contains the operator’s commands with everything that they import', async () => {
    const scripts = await readdir(join(laid('image'), 'scripts'));
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) {
      const path = join(laid('image'), 'scripts', script);
      await expect(
        run(process.execPath, [path, '--no-such-option'], { cwd: laid('image') }),
      ).rejects.toMatchObject({
        stderr: expect.stringMatching(/Usage: |Unknown option/) as string,
      });
    }
  });

  it('receives nothing that a checkout may hold beside the sources', () => {
    for (const path of [
      '.env',
      'deploy/.env',
      'data/pglite/PG_VERSION',
      '.git/config',
      'docs/pictures/stamps-390.png',
    ]) {
      const through = allowed.some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`));
      expect(through).toBe(false);
    }
  });

  it('serves the page, is healthy, stops on SIGTERM, and writes nothing, since its user may not', async () => {
    const { steps = [] } = image() ?? {};
    const said = (instruction: string): string[] =>
      steps.filter((step) => step.instruction === instruction).map(({ rest }) => rest);
    expect(said('USER')).toEqual(['node']);
    expect(said('STOPSIGNAL')).toEqual(['SIGTERM']);
    const env: Record<string, string> = {};
    for (const [, key = '', value = ''] of said('ENV')
      .join(' ')
      .matchAll(/(\w+)=(\S+)/g))
      env[key] = value;
    const [program, ...rest] = words('CMD', image());
    const main = rest.pop() ?? '';
    expect([program, env['HOST']]).toEqual(['node', '0.0.0.0']);

    const before = await readdir(laid('image'), { recursive: true });
    const place = await createTestPlace();
    const port = await freePort();
    const server = await startServer({
      port,
      main: join(laid('image'), main),
      dataDir: laid('nowhere'),
      env: {
        ...env,
        ...place.options.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'error',
        NODE_OPTIONS: rest.join(' '),
      },
    });
    try {
      const page = await fetch(`${server.origin}/`);
      expect(page.status).toBe(200);
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
      expect((await fetch(new URL(script, server.origin))).status).toBe(200);
      expect((await fetch(`${server.origin}/api/organisers/waystamp`)).status).toBe(200);
      const [, ...check] = words('HEALTHCHECK', image());
      await run(process.execPath, check, { env: { ...env, PORT: String(port) } });
      await expect(
        run(process.execPath, check, { env: { ...env, PORT: String(await freePort()) } }),
      ).rejects.toMatchObject({ code: 1 });
      await server.kill('SIGTERM');
      expect(server.exitCode()).toBe(0);
    } finally {
      await server.kill('SIGKILL');
      await place.remove();
    }
    expect(existsSync(laid('nowhere'))).toBe(false);
    expect(await readdir(laid('image'), { recursive: true })).toEqual(before);
  });
});
