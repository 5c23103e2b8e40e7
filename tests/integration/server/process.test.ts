import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { createAccessTokens } from '../../../server/demo/oauth/access-token.ts';
import { demoKey } from '../../support/server/sign-in.ts';
import { announceCall, lookUpCall, send } from '../../support/server/api-calls.ts';
import { signUp } from '../../support/server/harness.ts';
import { caller, useServerProcesses } from '../../support/server/server-processes.ts';

describe('a second server', () => {
  const { start, complaint } = useServerProcesses();

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
    // The database is not held by the server that failed.
    await expect(start()).resolves.toBeDefined();
  });
});

describe('a restart', () => {
  const { start } = useServerProcesses({ empty: true });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'after %s keeps accounts, keys, objects and sign-ins',
    async (signal) => {
      const before = await start();
      const person = await signUp(caller(before), 'stays@mail.example');
      await before.kill(signal);

      const after = await start({ port: Number(new URL(before.origin).port) });
      const look = await send(caller(after), lookUpCall(person));
      await expect(look.json()).resolves.toEqual({ exists: true, user: { id: person.id } });
      const stored = await fetch(person.keys.link);
      expect(Buffer.from(await stored.arrayBuffer()).equals(person.keys.publicKeys)).toBe(true);
      const same = await send(caller(after), announceCall('update_psi_keys', person, person.keys.link));
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
  const { start } = useServerProcesses();

  it('lets a running request finish before the process ends', async () => {
    const server = await start({ env: { WAYSTAMP_DEMO_DELAY_MS: '1500' } });
    const { token } = await createAccessTokens(demoKey(), 3600, Date.now).issue('a@mail.example', ['email']);
    const slow = connection(server);
    await slow.begin('/gmail/v1/users/me/profile', `authorization: Bearer ${token}`);
    await Promise.all([server.kill('SIGTERM'), slow.closed]);
    // The demo mailbox also gives a token without mail access its answer after the delay.
    expect(slow.received()).toMatch(/HTTP\/1\.1 403 .*connection: close/is);
    expect(server.exitCode()).toBe(0);
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow(TypeError);
  });

  it('behind a proxy keeps idle connections for a while, and answers a last request on each', async () => {
    const server = await start({ env: { TRUSTED_PROXIES: '1', WAYSTAMP_DEMO: '1' } });
    const [used, idle] = [connection(server), connection(server)];
    expect(await used.get('/healthz')).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive/is);
    expect(await idle.get('/healthz')).toMatch(/^HTTP\/1\.1 200 /);
    const ended = server.kill('SIGTERM');
    await vi.waitUntil(() => refuses(server), { timeout: 30_000 });

    expect(await used.get('/readyz')).toMatch(/^HTTP\/1\.1 503 .*connection: close/is);
    await used.closed;
    await Promise.all([idle.closed, ended]);
    expect(server.exitCode()).toBe(0);
  });

  it('closes idle connections soon if there is no proxy', async () => {
    const server = await start();
    const [used, silent] = [connection(server), connection(server)];
    await used.get('/healthz');
    await Promise.all([server.kill('SIGTERM'), used.closed, silent.closed]);
    expect(server.exitCode()).toBe(0);
  });

  it('ends the process at once the second time', async () => {
    const server = await start({ env: { TRUSTED_PROXIES: '1', WAYSTAMP_DEMO: '1' } });
    const idle = connection(server);
    await idle.get('/healthz');
    const ended = server.kill('SIGTERM');
    await vi.waitUntil(() => refuses(server), { timeout: 30_000 });
    await server.kill('SIGTERM');
    await ended;
    expect(server.exitCode()).toBe(1);
  });
});

interface Connection {
  /** Sends a request and gives the whole answer as it was received. */
  get(path: string): Promise<string>;
  /**
   * Sends a request and resolves when the server has it. Only `100 Continue` (RFC 9110 10.1.1) shows that it has
   * arrived; the order of sending does not.
   */
  begin(path: string, header: string): Promise<string>;
  /** Everything received. */
  received(): string;
  closed: Promise<void>;
}

function connection({ origin }: ServerProcess): Connection {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let all = '';
  socket.on('data', (chunk) => (all += String(chunk)));
  // The closing that follows shows it.
  socket.on('error', () => undefined);
  const exchange = (lines: readonly string[], answered: (text: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const before = all.length;
      const refuse = (): void => reject(new Error('the connection was closed'));
      if (socket.destroyed) refuse();
      socket.once('close', refuse);
      socket.on('data', () => {
        const text = all.slice(before);
        if (answered(text)) resolve(text);
      });
      socket.write([...lines, 'host: localhost', '', ''].join('\r\n'));
    });
  return {
    get: (path) => exchange([`GET ${path} HTTP/1.1`], (text) => text.endsWith('}')),
    begin: (path, header) =>
      exchange([`GET ${path} HTTP/1.1`, header, 'expect: 100-continue'], (text) =>
        text.startsWith('HTTP/1.1 100 '),
      ),
    received: () => all,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}

function refuses({ origin }: ServerProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

describe('a server that cannot start', () => {
  const { folder, complaint } = useServerProcesses();

  it('names every wrong key on one line', async () => {
    const printed = await complaint({
      env: { HOST: '', LOG_LEVEL: 'loud', PUBLIC_ORIGIN: 'waystamp.example' },
    });
    expect(printed).toContain('The configuration is wrong. ');
    expect(printed).toMatch(/PUBLIC_ORIGIN: .*LOG_LEVEL: |LOG_LEVEL: .*PUBLIC_ORIGIN: /);
    expect(printed).not.toContain('    at ');
  });

  it('says that it cannot reach its database, without the password', async () => {
    const printed = await complaint({ env: { DATABASE_URL: 'postgresql://waystamp:secret@127.0.0.1:1/x' } });
    expect(printed).toContain('The database at DATABASE_URL cannot be used');
    expect(printed).not.toContain('secret');
    expect(printed).not.toContain('    at ');
  });

  it('says which demo mailbox cannot be read', async () => {
    const printed = await complaint({ env: { WAYSTAMP_DEMO_MBOX: join(folder(), 'missing.mbox') } });
    expect(printed).toContain(`WAYSTAMP_DEMO_MBOX (${join(folder(), 'missing.mbox')}) cannot be served`);
    expect(printed).not.toContain('    at ');
  });
});
