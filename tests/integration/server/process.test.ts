import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../../scripts/server-process.ts';
import type { ServerOptions, ServerProcess } from '../../../scripts/server-process.ts';
import { createAccessTokens } from '../../../server/demo/oauth/access-token.ts';
import { SCOPES, SECRET, demoKey, jsonPost, signUp } from './harness.ts';
import type { Reachable } from './harness.ts';

let folder: string;
const running: ServerProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystamp-process-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(options: ServerOptions = {}): Promise<ServerProcess> {
  const server = await startServer({
    dataDir: join(folder, 'data'),
    ...options,
    env: { WAYSTAMP_SECRET: SECRET, WAYSTAMP_DEMO_CASE: 'empty', ...options.env },
  });
  running.push(server);
  return server;
}

/** What a server that does not start prints. */
async function complaint(options: ServerOptions = {}): Promise<string> {
  try {
    await start(options);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('the server started');
}

/** The process as the harness's people see a server. */
function caller({ origin }: ServerProcess): Reachable {
  const tokens = createAccessTokens(demoKey(), 3600, Date.now);
  return {
    origin,
    request: (path, init) => fetch(origin + path, init),
    token: async (email) => (await tokens.issue(email, SCOPES)).token,
  };
}

describe('a second server', () => {
  it('on the same data folder ends with a clear error, and the first goes on', async () => {
    const first = await start();
    const printed = await complaint();
    expect(printed).toContain('ended with code 1');
    expect(printed).toContain(
      `Another Waystamp server is using the data folder ${first.dataDir}. Stop it, or set DATA_DIR to a folder of its own.`,
    );
    expect(printed).not.toContain('    at ');
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
  });

  it('on the same port ends with a clear error', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    const printed = await complaint({ port });
    blocker.close();
    expect(printed).toContain(
      `Another program is listening on port ${port} of 127.0.0.1. Stop it, or set PORT to another number.`,
    );
    expect(printed).not.toContain('    at ');
    // The data folder is free again.
    await expect(start()).resolves.toBeDefined();
  });
});

describe('a restart', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'after %s keeps accounts, keys, objects and sign-ins',
    async (signal) => {
      const before = await start();
      const person = await signUp(caller(before), 'stays@mail.example');
      await before.kill(signal);

      const after = await start({ port: Number(new URL(before.origin).port) });
      const look = await fetch(`${after.origin}/api/users/get_by_email?email=stays%40mail.example`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      await expect(look.json()).resolves.toEqual({ exists: true, user: { id: person.id } });
      const stored = await fetch(person.keys.link);
      expect(Buffer.from(await stored.arrayBuffer()).equals(person.keys.publicKeys)).toBe(true);
      const same = await fetch(
        `${after.origin}/api/users/update_psi_keys`,
        jsonPost(person.token, { email: person.email, psiPublicKeysLink: person.keys.link }),
      );
      expect(same.status).toBe(200);
    },
  );

  it('without a configured secret keeps upload tokens and identities valid', async () => {
    const options = { env: { WAYSTAMP_SECRET: '' } };
    const before = await start(options);
    const jwks = await (await fetch(`${before.origin}/identity/jwks.json`)).text();
    await before.kill('SIGTERM');
    const after = await start(options);
    expect(await (await fetch(`${after.origin}/identity/jwks.json`)).text()).toBe(jwks);
  });
});

describe('SIGTERM', () => {
  it('lets a request under way end before the process does', async () => {
    const server = await start({ env: { WAYSTAMP_DEMO_DELAY_MS: '1500' } });
    const token = await caller(server).token('robin.keller@mail.example');
    const slow = fetch(`${server.origin}/gmail/v1/users/me/profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
    // The request has arrived once another one, sent after it, is answered.
    await fetch(`${server.origin}/healthz`);
    const ended = server.kill('SIGTERM');
    expect((await slow).status).toBeLessThan(500);
    await ended;
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow(TypeError);
  });
});

describe('a server that cannot start', () => {
  it('names every key that is wrong, in one line', async () => {
    const printed = await complaint({
      env: { HOST: '', LOG_LEVEL: 'loud', PUBLIC_ORIGIN: 'waystamp.example' },
    });
    expect(printed).toContain('The configuration is wrong. ');
    expect(printed).toMatch(/PUBLIC_ORIGIN: .*LOG_LEVEL: |LOG_LEVEL: .*PUBLIC_ORIGIN: /);
    expect(printed).not.toContain('    at ');
  });

  it('says that its database cannot be reached, without the password', async () => {
    const printed = await complaint({ env: { DATABASE_URL: 'postgresql://waystamp:secret@127.0.0.1:1/x' } });
    expect(printed).toContain('The database at DATABASE_URL cannot be used');
    expect(printed).not.toContain('secret');
    expect(printed).not.toContain('    at ');
  });

  it('says that its data folder cannot be made', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const printed = await complaint({ dataDir: join(file, 'data') });
    expect(printed).toContain('cannot be written. Set DATA_DIR');
    expect(printed).not.toContain('    at ');
  });

  it('says which demo mailbox cannot be read', async () => {
    const printed = await complaint({ env: { WAYSTAMP_DEMO_MBOX: join(folder, 'missing.mbox') } });
    expect(printed).toContain(`WAYSTAMP_DEMO_MBOX (${join(folder, 'missing.mbox')}) cannot be served`);
    expect(printed).not.toContain('    at ');
  });
});
