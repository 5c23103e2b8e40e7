/**
 * When all connections are in use, callers wait, up to a limit. Others are asked to come back, and all are served
 * later.
 */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isDatabaseAway } from '../../../server/database/failure.ts';
import { jsonPost, lookUpCall, send } from '../../support/server/api-calls.ts';
import { openTestServer } from '../../support/server/harness.ts';

const CONNECTIONS = 10;
const MOST_WAITING = 1_000;

it('a caller behind too many others is asked to come back, in each service’s form', async () => {
  const server = await openTestServer({ env: { LIMIT_CALLS_PER_MINUTE: '1000000' } });
  const { db } = server.database;
  const token = await server.token('waits@mail.example');
  const look = (): Promise<Response> => send(server, lookUpCall({ email: 'waits@mail.example', token }));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun: Promise<void>[] = [];
  const transactions = Array.from({ length: CONNECTIONS }, () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(promise);
    return db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      resolve();
      await held;
    });
  });
  await Promise.all(begun);

  const waiting = Promise.allSettled(
    Array.from({ length: MOST_WAITING }, async () => db.execute(sql`select 1`)),
  );
  await expect.poll(() => server.database.connections?.().waiting).toBe(MOST_WAITING);
  const refused = [
    await look(),
    await server.request('/blob/public/psi/nothing'),
    await server.request(
      '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x',
      jsonPost(null, { returnSecureToken: true }),
    ),
  ];
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  const metrics = await (await server.request('/metrics')).text();
  expect(metrics).toContain('waystamp_database_up 0\n');
  expect(metrics).toContain('waystamp_database_connections{state="busy"} 10\n');
  expect(metrics).toContain(`waystamp_database_waiting ${MOST_WAITING}\n`);
  expect(metrics).toContain('waystamp_database_away_total 3\n');
  expect((await server.request('/readyz')).status).toBe(503);

  release();
  await Promise.all(transactions);
  // On a slow machine some callers may have waited too long; the others were served.
  const failed = (await waiting).flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  expect(failed.filter((reason) => !isDatabaseAway(reason))).toEqual([]);
  expect((await look()).status).toBe(200);
  // The failed readiness is cached for a moment.
  await expect.poll(async () => (await server.request('/readyz')).status).toBe(200);
  await server.close();
});
