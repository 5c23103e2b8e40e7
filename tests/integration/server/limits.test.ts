/** Limits as the caller sees them; tests/unit/server/limits.test.ts tests how each counts. */
import { describe, expect, it } from 'vitest';
import { startPsiEngine } from '../../../server/psi/engine.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { EVERY_SLOT, bitsOf } from '../../support/psi/slots.ts';
import { CONTEXT } from '../../support/psi/context.ts';
import { postRound2, round1 } from '../../support/server/comparison.ts';
import { announceCall, errorOf, jsonPost, send } from '../../support/server/api-calls.ts';
import { signUp, withTestServer } from '../../support/server/harness.ts';

/** Seconds until the window ends, rounded up. */
function expectWait(answer: Response, window: number): void {
  expect(answer.status).toBe(429);
  const wait = answer.headers.get('retry-after') ?? '';
  expect(wait).toMatch(/^\d+$/);
  expect(Number(wait)).toBeGreaterThan(window - 60);
  expect(Number(wait)).toBeLessThanOrEqual(window);
}

/** More rounds than any queue here admits. */
const OTHERS = 2_000;

const from = (forwarded: string) => ({ headers: { 'x-forwarded-for': forwarded } });

describe('the limit of comparisons', () => {
  it('is separate for each account', async () => {
    await withTestServer({ listen: true, env: { LIMIT_COMPARISONS_PER_HOUR: '2' } }, async (server) => {
      const often = await signUp(server, 'compares.often@mail.example');
      const { message } = await round1(often.keys, [1]);
      // Refused comparisons count too, since they cost as much.
      expect((await postRound2(server, often, message)).status).toBe(200);
      expect((await postRound2(server, often, message)).status).toBe(409);
      expectWait(await postRound2(server, often, message), 3600);
      const rarely = await signUp(server, 'compares.rarely@mail.example');
      expect((await postRound2(server, rarely, (await round1(rarely.keys, [1])).message)).status).toBe(200);
    });
  });
});

describe('the limit of announcements', () => {
  it('is separate for each account', async () => {
    await withTestServer({ listen: true, env: { LIMIT_ANNOUNCEMENTS_PER_HOUR: '2' } }, async (limited) => {
      const person = await signUp(limited, 'often@mail.example');
      expectWait(await send(limited, announceCall('update_psi_keys', person, person.keys.link)), 3600);
      await expect(signUp(limited, 'rarely@mail.example')).resolves.toBeDefined();
    });
  });
});

describe('the limit of identities', () => {
  it('is separate for each network address', async () => {
    const env = { LIMIT_IDENTITIES_PER_HOUR: '2', TRUSTED_PROXIES: '1' };
    await withTestServer({ env }, async (server) => {
      const signIn = (address: string): Promise<Response> =>
        server.request(
          '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x',
          jsonPost(null, { returnSecureToken: true }, from(address).headers),
        );
      for (let count = 0; count < 2; count += 1) expect((await signIn('198.51.100.1')).status).toBe(200);
      expectWait(await signIn('198.51.100.1'), 3600);
      expect((await signIn('198.51.100.2')).status).toBe(200);
    });
  });
});

describe('the limit of calls', () => {
  it('is separate for each network address, with an IPv6 household counting as one', async () => {
    await withTestServer({ env: { LIMIT_CALLS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' } }, async (server) => {
      for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2'])
        expect((await server.request('/api/config', from(address))).status).toBe(200);
      expectWait(await server.request('/api/config', from('2001:db8:1:2:3::3')), 60);
      expect((await server.request('/api/config', from('2001:db8:1:3::1'))).status).toBe(200);
    });
  });

  it('covers public objects too, whether or not they exist', async () => {
    await withTestServer({ env: { LIMIT_CALLS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' } }, async (server) => {
      const read = (address: string) => server.request('/blob/public/psi/nothing', from(address));
      for (let count = 0; count < 2; count += 1) expect((await read('198.51.100.1')).status).toBe(404);
      expectWait(await read('198.51.100.1'), 60);
      expect((await read('198.51.100.2')).status).toBe(404);
    });
  });

  it('cannot be escaped by naming addresses in front of a trusted proxy', async () => {
    await withTestServer({ env: { LIMIT_CALLS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' } }, async (server) => {
      for (const forged of ['203.0.113.1', '203.0.113.2'])
        expect((await server.request('/api/config', from(`${forged}, 198.51.100.1`))).status).toBe(200);
      expectWait(await server.request('/api/config', from('203.0.113.3, 198.51.100.1')), 60);
    });
  });

  it('uses the address of the connection if no proxy is trusted, whatever a caller forwards', async () => {
    await withTestServer(
      { listen: true, env: { LIMIT_CALLS_PER_MINUTE: '3', HOST: '0.0.0.0' } },
      async (server) => {
        // The test server has received in-process calls, which have no address.
        const ask = async (forged: string): Promise<Response> => {
          const answer = await fetch(`${server.origin}/api/config`, from(forged));
          await answer.text();
          return answer;
        };
        for (const forged of ['203.0.113.1', '203.0.113.2', '::1'])
          expect((await ask(forged)).status).toBe(200);
        expectWait(await ask('203.0.113.3'), 60);
      },
    );
  });

  it('is reported in the form that each service’s client reads', async () => {
    await withTestServer({ env: { LIMIT_CALLS_PER_MINUTE: '3', TRUSTED_PROXIES: '1' } }, async (limited) => {
      for (let call = 0; call < 3; call += 1) {
        expect((await limited.request('/api/config', from('203.0.113.9, 198.51.100.1'))).status).toBe(200);
      }
      expect((await limited.request('/api/config', from('203.0.113.9, 198.51.100.1'))).status).toBe(429);
      expect((await limited.request('/api/config', from('203.0.113.9, 198.51.100.2'))).status).toBe(200);

      const blob = await limited.request('/blob/?pathname=psi/x', {
        method: 'PUT',
        body: 'x',
        ...from('203.0.113.9, 198.51.100.1'),
      });
      expect(blob.status).toBe(429);
      expect(blob.headers.get('retry-after')).not.toBeNull();
      await expect(blob.json()).resolves.toMatchObject({ error: { code: 'rate_limited' } });

      const identity = await limited.request('/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x', {
        method: 'POST',
        body: '{}',
        ...from('203.0.113.9, 198.51.100.1'),
      });
      expect(identity.status).toBe(429);
      await expect(identity.json()).resolves.toMatchObject({
        error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' },
      });
    });
  });

  it('does not apply to the operator’s calls', async () => {
    await withTestServer({ env: { LIMIT_CALLS_PER_MINUTE: '1' } }, async (server) => {
      expect((await server.request('/api/config')).status).toBe(429);
      for (const path of ['/healthz', '/readyz', '/metrics'])
        expect((await server.request(path)).status).toBe(200);
    });
  });
});

describe('the queue of round 2', () => {
  it('has an end: later callers are told to come back, and are served when it has emptied', async () => {
    const engine = await startPsiEngine(1);
    const psi = await initPsi();
    await withTestServer({ listen: true, engine }, async (server) => {
      const person = await signUp(server, 'comes.late@mail.example');
      const { message } = await round1(person.keys, [1]);

      // Rounds of other people: as many as may run at once, each followed by another when it ends.
      const keys = psi.genKeys();
      const { message: request } = await round1(keys, EVERY_SLOT);
      const publicKeys = Buffer.from(keys.publicKeys).toString('base64');
      const task = { publicKeys, request, bits: bitsOf(EVERY_SLOT), context: CONTEXT };
      const enough = new AbortController();
      let taken = 0;
      const keepBusy = async (): Promise<void> => {
        for (; !enough.signal.aborted; taken += 1) await engine.round2(task);
      };
      const others = Promise.allSettled(Array.from({ length: OTHERS }, keepBusy));
      const refused = await postRound2(server, person, message);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await errorOf(refused)).toBe('The server is busy. Please try again in a moment.');
      expect(engine.load().waiting).toBeLessThan(OTHERS / 2);
      expect((await server.request('/healthz')).status).toBe(200);
      const busyText = await (await server.request('/metrics')).text();
      expect(busyText).toMatch(/^waystamp_round2_refused_total [1-9]/m);

      enough.abort();
      const ends = await others;
      expect(taken).toBeGreaterThan(0);
      const turnedAway = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
      expect(turnedAway.length).toBeGreaterThan(OTHERS / 2);
      for (const reason of turnedAway) expect(reason).toMatchObject({ status: 503, retryAfter: 1 });
      // The same keys as before: the refusal did not use them up.
      expect((await postRound2(server, person, message)).status).toBe(200);
    });
  });
});
