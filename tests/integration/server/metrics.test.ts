import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import { dkimKeys, dkimLookUps } from '../../../server/database/dkim-schema.ts';
import { slotOfFact } from '../../support/psi/slots.ts';
import { compare, disclose, disclosureOf, postRound2, round1 } from '../../support/server/comparison.ts';
import { errorOf, lookUpCall, send } from '../../support/server/api-calls.ts';
import { openTestServer, signUp, withTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

const TOKEN = 'the-operator.0123456789_abcdefghijklmnop~/+=';
const REQUESTS = 'waystamp_http_request_duration_seconds';

/** The samples of Prometheus' text format by name and labels. */
function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue;
    const [, series, value] = /^([a-z_:][\w:]*(?:\{[^\n]*\})?) (\S+)$/i.exec(line) ?? [];
    if (series === undefined || samples.has(series)) throw new Error(`not a sample of its own: ${line}`);
    samples.set(series, Number(value));
  }
  return samples;
}

async function read(server: TestServer): Promise<Map<string, number>> {
  const answer = await server.request('/metrics');
  expect(answer.status).toBe(200);
  return samplesOf(await answer.text());
}

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

describe('the metrics', () => {
  it('are in Prometheus’ text format, include those of the process, and are never cached', async () => {
    const answer = await server.request('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const samples = samplesOf(await answer.text());
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(samples.get(name)).toBeGreaterThan(0);
    expect(samples.get('waystamp_database_up')).toBe(1);
    expect(samples.get('waystamp_round2_threads')).toBeGreaterThan(0);
  });

  it('count requests by the pattern of their route, and contain nothing of their paths', async () => {
    await withTestServer({ listen: true }, async (counted) => {
      const person = await signUp(counted, 'measured.person@mail.example');
      await send(counted, lookUpCall(person));
      await counted.request('/blob/public/psi/secret-path');
      const text = await (await counted.request('/metrics')).text();
      const samples = samplesOf(text);
      const count = (labels: string): number | undefined => samples.get(`${REQUESTS}_count{${labels}}`);
      expect(count('method="GET",route="/api/users/get_by_email",status="200"')).toBe(1);
      expect(count('method="POST",route="/api/users/create_account",status="200"')).toBe(1);
      const labels = 'method="GET",route="/api/users/get_by_email",status="200"';
      expect(samples.get(`${REQUESTS}_bucket{le="+Inf",${labels}}`)).toBe(1);
      expect(samples.get(`${REQUESTS}_sum{${labels}}`)).toBeGreaterThan(0);
      for (const secret of ['measured', 'mail.example', person.token, person.id, 'secret-path'])
        expect(text).not.toContain(secret);
    });
  });

  it('have one series for all unknown routes, and one for unknown methods', async () => {
    await withTestServer({}, async (probed) => {
      const probe = async (round: string): Promise<void> => {
        for (let index = 0; index < 50; index += 1) {
          await probed.request(`/${round}${index}/x`);
          await probed.request(`/api/users/${round}${index}`, { method: `METHOD${index}` });
        }
      };
      await probe('a');
      const before = await read(probed);
      await probe('b');
      const samples = await read(probed);
      // Only the product's own; the process has one for each kind of garbage collection so far.
      const own = (reading: Awaited<ReturnType<typeof read>>): string[] =>
        [...reading.keys()].filter(
          (name) => name.startsWith('waystamp_') && !name.includes('route="/metrics"'),
        );
      expect(own(samples)).toEqual(own(before));
      const series = (method: string, status: number) =>
        `${REQUESTS}_count{method="${method}",route="none",status="${status}"}`;
      expect([samples.get(series('GET', 404)), samples.get(series('other', 401))]).toEqual([100, 100]);
    });
  });

  it('are separate for each app', async () => {
    await withTestServer({}, async (other) => {
      await server.request('/api/organisers/waystamp');
      const samples = await read(other);
      expect([...samples.keys()].filter((series) => series.includes('/api/organisers'))).toEqual([]);
    });
  });

  it('count comparisons and disclosures that were answered, and no others', async () => {
    await withTestServer({ listen: true }, async (counted) => {
      const person = await signUp(counted, 'counted@mail.example');
      const slots = [slotOfFact('verifiedTravelEvents/devcon')];
      const disclosure = disclosureOf(await compare(counted, person, slots), slots);
      expect((await disclose(counted, person, disclosure)).status).toBe(200);
      const other = await signUp(counted, 'counted.too@mail.example');
      const { message } = await round1(other.keys, [1]);
      const statuses = [await postRound2(counted, other, message), await postRound2(counted, other, message)];
      expect(statuses.map(({ status }) => status)).toEqual([200, 409]);
      const unknown = { ...disclosure, sessionId: '0'.repeat(64) };
      expect((await disclose(counted, person, unknown)).status).toBe(404);
      const samples = await read(counted);
      expect(samples.get('waystamp_comparisons_total')).toBe(2);
      expect(samples.get('waystamp_disclosures_total')).toBe(1);
      expect(samples.get('waystamp_round2_duration_seconds_count')).toBe(2);
      expect(samples.get('waystamp_round2_waiting')).toBe(0);
    });
  });

  it('count refusals by the limit that was reached', async () => {
    await withTestServer({ env: { LIMIT_CALLS_PER_MINUTE: '1' } }, async (limited) => {
      const refusals = async (): Promise<number[]> => {
        const samples = await read(limited);
        return ['calls', 'identities', 'announcements', 'comparisons', 'uploads'].map(
          (limit) => samples.get(`waystamp_limit_refusals_total{limit="${limit}"}`) ?? -1,
        );
      };
      // The test server has fetched its document and more, so the allowance is used up.
      const before = await refusals();
      for (let call = 0; call < 4; call += 1) await limited.request('/api/organisers/waystamp');
      const after = await refusals();
      expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([4, 0, 0, 0, 0]);
    });
  });

  it('say how complete the archive of DKIM keys is', async () => {
    let now = Date.UTC(2026, 0, 10);
    await withTestServer({ now: () => now }, async (archived) => {
      const before = await read(archived);
      expect(before.get('waystamp_dkim_last_look_up_timestamp_seconds')).toBe(0);
      expect(before.get('waystamp_dkim_stale')).toBe(1);
      expect(before.get('waystamp_dkim_keys')).toBe(0);

      const { db } = archived.database;
      const [first = '', ...others] = signerDomains(CATALOG);
      const oldest = now - 3_600_000;
      for (const [domain, answeredAt] of [
        [first, new Date(oldest)] as const,
        ...others.map((other) => [other, new Date(now)] as const),
      ]) {
        const set = { askedAt: answeredAt, answeredAt };
        await db
          .insert(dkimLookUps)
          .values({ domain, ...set })
          .onConflictDoUpdate({ target: dkimLookUps.domain, set });
      }
      const seen = { domain: first, source: 'DNS', firstSeen: '2026-01-01', lastSeen: '2026-01-10' };
      await db.insert(dkimKeys).values([
        { ...seen, name: `a._domainkey.${first}`, record: 'v=DKIM1; p=a' },
        { ...seen, name: `b._domainkey.${first}`, record: 'v=DKIM1; p=b' },
      ]);
      const fresh = await read(archived);
      expect(fresh.get('waystamp_dkim_last_look_up_timestamp_seconds')).toBe(oldest / 1000);
      expect(fresh.get('waystamp_dkim_stale')).toBe(0);
      expect(fresh.get('waystamp_dkim_keys')).toBe(2);
      now += 48 * 3_600_000;
      expect((await read(archived)).get('waystamp_dkim_stale')).toBe(1);
    });
  });

  it('are available while the database is away, without what only it knows', async () => {
    const broken = await openTestServer();
    expect((await read(broken)).has('waystamp_dkim_keys')).toBe(true);
    await broken.database.close();
    const samples = await read(broken);
    expect(samples.get('waystamp_database_up')).toBe(0);
    expect([...samples.keys()].filter((series) => series.startsWith('waystamp_dkim'))).toEqual([]);
    // Everything except the database, which is closed.
    await expect(broken.close()).rejects.toThrow(/closed|end/);
  });
});

describe('access to the metrics', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it('needs the token, if one is configured', async () => {
    await withTestServer({ env: { METRICS_TOKEN: TOKEN } }, async (guarded) => {
      expect((await guarded.request('/metrics', bearer(TOKEN))).status).toBe(200);
      const wrong = [
        TOKEN.slice(0, -1),
        `${TOKEN}x`,
        TOKEN.toUpperCase(),
        '',
        await guarded.token('a@b.example'),
      ];
      for (const init of [{}, ...wrong.map(bearer), { headers: { authorization: TOKEN } }]) {
        const answer = await guarded.request('/metrics', init);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(await answer.text()).not.toContain('waystamp_');
      }
      const named = `/metrics?token=${encodeURIComponent(TOKEN)}`;
      expect((await guarded.request(named)).status).toBe(401);
    });
  });

  it.each([
    ['has a public origin', { PUBLIC_ORIGIN: 'https://waystamp.example', TRUSTED_PROXIES: '1' }],
    ['listens on a network', { HOST: '0.0.0.0' }],
  ])(
    'is closed on a server without a token that %s, whatever a request’s headers say',
    async (_name, env) => {
      await withTestServer({ env, listen: true }, async (open) => {
        for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { 'x-real-ip': '127.0.0.1' }]) {
          const answer = await fetch(`${open.origin}/metrics`, { headers });
          expect(answer.status).toBe(403);
          expect(await errorOf(answer)).toContain('METRICS_TOKEN');
        }
      });
    },
  );
});
