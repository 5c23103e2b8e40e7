/** The operator's view: readiness, and a log without personal data. */
import { describe, expect, it, vi } from 'vitest';
import { READY_MS } from '../../../server/web/readiness.ts';
import { errorOf, lookUpCall, send } from '../../support/server/api-calls.ts';
import { openTestServer, signUp, withTestServer } from '../../support/server/harness.ts';

describe('readiness', () => {
  it('is reported while the server serves, and withdrawn when it drains', async () => {
    await withTestServer({}, async (server) => {
      expect((await server.request('/healthz')).status).toBe(200);
      expect((await server.request('/readyz')).status).toBe(200);
      server.drain();
      expect((await server.request('/readyz')).status).toBe(503);
      expect((await server.request('/healthz')).status).toBe(200);
    });
  });
});

describe('a caller who asks whether the server is ready', () => {
  it('puts no load on the database', async () => {
    let pings = 0;
    let now = Date.now();
    await withTestServer({ now: () => now }, async (server) => {
      const driver = (
        server.database.db as unknown as { $client: { query: (...sent: unknown[]) => unknown } }
      ).$client;
      const query = vi.spyOn(driver, 'query');
      const ask = async (): Promise<number[]> => {
        const answers = await Promise.all(Array.from({ length: 100 }, () => server.request('/readyz')));
        pings = query.mock.calls.filter(([sent]) => JSON.stringify(sent).includes('select 1')).length;
        return answers.map(({ status }) => status);
      };
      expect(new Set(await ask())).toEqual(new Set([200]));
      expect(pings).toBe(1);
      await ask();
      expect(pings).toBe(1);
      now += READY_MS;
      await ask();
      expect(pings).toBe(2);
      query.mockRestore();
    });
  });

  it('is never limited, whatever other limits are reached', async () => {
    const env = { TRUSTED_PROXIES: '1', LIMIT_CALLS_PER_MINUTE: '1' };
    await withTestServer({ env, now: () => 1_800_000_000_000 }, async (server) => {
      const headers = { 'x-forwarded-for': '198.51.100.1' };
      const statuses = async (path: string, count: number): Promise<number[]> => {
        const answers = await Promise.all(
          Array.from({ length: count }, () => server.request(path, { headers })),
        );
        return [...new Set(answers.map(({ status }) => status))];
      };
      expect(await statuses('/api/config', 2)).toEqual([200, 429]);
      expect(await statuses('/readyz', 2_000)).toEqual([200]);
      server.drain();
      expect(await statuses('/readyz', 2_000)).toEqual([503]);
    });
  });
});

describe('a server whose database is away', () => {
  it('is alive and not ready, and its log says neither why nor where', async () => {
    const broken = await openTestServer();
    await broken.database.close();
    expect((await broken.request('/healthz')).status).toBe(200);
    const answer = await broken.request('/readyz');
    expect(answer.status).toBe(503);
    expect(await errorOf(answer)).toBe('The server is not ready.');
    expect(broken.logged.filter((line) => line.includes('not ready'))).toHaveLength(1);
    // Everything except the database, which is closed.
    await expect(broken.close()).rejects.toThrow(/closed|end/);
  });
});

describe('the log', () => {
  it('contains no address, token, link or query', async () => {
    await withTestServer({ listen: true }, async (server) => {
      const person = await signUp(server, 'logged.person@mail.example');
      await send(server, lookUpCall(person));
      await server.request('/demo/consent?state=the-state&client_id=x');
      const log = server.logged.join('\n');
      expect(log).toContain('/api/users/get_by_email');
      for (const secret of [
        'logged.person',
        'mail.example',
        person.token,
        'the-state',
        person.keys.link.slice(-24),
      ]) {
        expect(log).not.toContain(secret);
      }
    });
  });

  it('says where a fault happened without the values that led to it', async () => {
    const broken = await openTestServer();
    const email = 'fault@mail.example';
    const token = await broken.token(email);
    await broken.database.close();
    const answer = await send(broken, lookUpCall({ email, token }));
    expect(answer.status).toBe(500);
    expect(await errorOf(answer)).toBe('Something went wrong on the server. Please try again.');
    const log = broken.logged.join('\n');
    expect(log).toContain('a request failed');
    expect(log).toContain('server/session/sessions.ts');
    expect(log).not.toContain(email);
  });
});
