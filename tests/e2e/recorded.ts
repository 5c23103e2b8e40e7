/** Browsers and servers whose traffic and logs are kept for the test at the end of the run (log.spec.ts). */
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import type { BrowserContext, Request } from '@playwright/test';
import { startServer as startProcess } from '../../scripts/server-process.ts';
import type { ServerOptions, ServerProcess } from '../../scripts/server-process.ts';

/** Playwright empties the folder above it when a run begins. */
export const RECORDS = fileURLToPath(new URL('../../test-results/server-logs/', import.meta.url));
export const LOG = '.log';
export const SENT = '.sent.json';

/** Time limit for a server's start and stop on a busy machine; not part of a test's own time. Milliseconds. */
export const SERVER_START_MS = 120_000;

/** The variable that names a data folder with a migrated, empty database (global-setup.ts). */
export const UNUSED_DATA = 'WAYSTAMP_TEST_UNUSED_DATA';

/** Shorter values would occur in any log. Characters. */
const LEAST = 8;

async function keep(name: string, content: string): Promise<void> {
  await mkdir(RECORDS, { recursive: true });
  await writeFile(join(RECORDS, name), content);
}

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waystamp-data-'));
  await cp(process.env[UNUSED_DATA] ?? '', dataDir, { recursive: true });
  return dataDir;
}

/** Starts a server with the most verbose log and keeps its output. Without a data folder it gets a new one. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await newDataDir());
  const server = await startProcess({ ...options, dataDir, env: { ...options.env, LOG_LEVEL: 'debug' } });
  const name = randomUUID() + LOG;
  await keep(name, server.output());
  const ending = async (end: Promise<void>): Promise<void> => {
    await end;
    await keep(name, server.output());
  };
  return {
    ...server,
    kill: (signal) => ending(server.kill(signal)),
    stop: () => ending(server.stop()),
  };
}

/** The values in a request that concern the person: tokens, query and body. */
function valuesOf(request: Request): string[] {
  const { searchParams } = new URL(request.url());
  const headers = request.headers();
  const tokens = [headers['authorization']?.replace(/^Bearer /i, ''), headers['x-identity-token']];
  return [...tokens.flatMap((token) => token ?? []), ...searchParams.values(), ...valuesOfBody(request)];
}

function valuesOfBody(request: Request): string[] {
  const body = request.postData() ?? '';
  const type = request.headers()['content-type'] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded')) return [...new URLSearchParams(body).values()];
  if (!type.startsWith('application/json') && !body.startsWith('{')) return [];
  const values: string[] = [];
  JSON.parse(body, (_name, value: unknown) => {
    if (typeof value === 'string') values.push(value);
    return value;
  });
  return values;
}

/** Uses a browser context and records what it sends. */
export async function keepingSent(
  context: BrowserContext,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const sent = new Set<string>();
  context.on('request', (request) => {
    for (const value of valuesOf(request)) if (value.length >= LEAST) sent.add(value);
  });
  await use(context);
  await keep(randomUUID() + SENT, JSON.stringify([...sent]));
}

export const test = base.extend({
  context: async ({ context }, use) => keepingSent(context, use),
});

export { expect } from '@playwright/test';
