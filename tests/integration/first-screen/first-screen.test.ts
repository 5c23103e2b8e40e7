/** The output of `npm start`, for a person who tries the product without a network and for an operator. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { startServer } from '../../../scripts/server-process.ts';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import { logFaults } from '../../support/server/log-faults.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const NOT_BUILT = 'The page is not built (dist/ is missing): only the API is served. Run npm start.';
const STALE =
  'the DKIM key archive is stale because DNS did not answer: real mail signed with a newly published key counts as ' +
  'self-attested. DNS is asked again every hour; set DNS_SERVERS to ask other servers';

/**
 * The output of a server until its DNS queries failed, it had some calls, and it stopped. Empty values: not configured.
 */
async function printed(env: Record<string, string>): Promise<{ origin: string; lines: string[] }> {
  const server = await startServer({ env: { LOG_FORMAT: '', WAYSTAMP_DEMO_CASE: 'empty', ...env } });
  try {
    await vi.waitFor(() => expect(server.output()).toMatch(/because DNS did not answer/), 60_000);
    for (const path of ['/api/config', '/api/organisers/waystamp', '/nothing'])
      await fetch(server.origin + path);
  } finally {
    await server.stop();
  }
  return { origin: server.origin, lines: server.output().trimEnd().split('\n') };
}

it('the build of the page prints nothing when there are no problems', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waystamp-build-'));
  try {
    const build = [VITE, 'build', '--outDir', join(folder, 'dist'), '--emptyOutDir'];
    // As in production: the test build of React is larger than what people load.
    const env = { ...process.env, NODE_ENV: 'production' };
    const { status, stdout, stderr } = spawnSync(process.execPath, build, {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a server for this machine alone prints the address to open, and its one warning as a sentence', async () => {
  const { origin, lines } = await printed({});
  const expected = [
    `Waystamp is ready. Open ${origin}`,
    ...(existsSync(join(ROOT, 'dist/index.html')) ? [] : [NOT_BUILT]),
    'Without GOOGLE_CLIENT_ID, people sign in to the demo mailbox.',
    `Warning: The ${STALE.slice('the '.length)}.`,
  ];
  // Standard output and standard error are read separately.
  expect(lines.toSorted()).toEqual(expected.toSorted());
});

it('a server for others logs JSON, with a warning about its stale archive at the start', async () => {
  const { lines } = await printed({ PUBLIC_ORIGIN: 'http://waystamp.example', WAYSTAMP_DEMO: '1' });
  expect(logFaults(lines)).toEqual([]);
  const logged = lines
    .filter((line) => !/^(Waystamp is ready|The page is not built|Without GOOGLE_CLIENT_ID)/.test(line))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = signerDomains(CATALOG).length;
  expect(logged[0]).toMatchObject({
    level: 30,
    stale: of,
    of,
    msg: 'the DKIM key archive is stale; DNS is asked',
  });
  expect(logged.find(({ level }) => level === 40)).toMatchObject({ stale: of, of, msg: STALE });
  expect(logged.filter(({ msg }) => msg === 'request')).toHaveLength(2);
  expect(logged.at(-1)).toMatchObject({ signal: 'SIGTERM', msg: 'stopping' });
});
