/** Connections that the database closes while they are idle, and that a transaction uses before the loss is noticed. */
import { execFileSync } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../scripts/postgres.ts';
import { isDatabaseAway } from '../../../server/database/failure.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { Database } from '../../../server/database/open.ts';

/** Connections of a copy. */
const CONNECTIONS = 10;

/** Ends every connection to the database that its first argument names, except its own. */
const END_ALL = `
  import pg from 'pg';
  const client = new pg.Client({ connectionString: process.argv[1] });
  await client.connect();
  await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  await client.end();
`;

let url: string;
let database: Database;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ url, drop } = await createDatabase(inject('postgres') ?? ''));
  database = await openDatabase({ url });
});
afterEach(async () => {
  await database.close();
  await drop();
});

/** Blocks this process meanwhile, so that the connections still look open. */
function endConnections(): void {
  execFileSync(process.execPath, ['--input-type=module', '--eval', END_ALL, url]);
}

it('a transaction that begins on a closed connection fails, and the pool drops the connection', async () => {
  for (let lost = 0; lost <= CONNECTIONS; lost += 1) {
    await database.ping();
    endConnections();
    const failure: unknown = await database.db
      .transaction(async (tx) => tx.execute(sql`select 1`))
      .catch((error: unknown) => error);
    expect(isDatabaseAway(failure)).toBe(true);
  }
  await database.ping();
  expect(database.connections?.()).toEqual({ total: 1, idle: 1, waiting: 0 });
});

it('a connection closed in the middle of a transaction fails it, and the pool drops the connection', async () => {
  const { db } = database;
  for (let lost = 0; lost <= CONNECTIONS; lost += 1) {
    const failure: unknown = await db
      .transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        endConnections();
        // Lets the loss be noticed before the transaction continues.
        await new Promise((resolve) => setTimeout(resolve, 20));
        await tx.execute(sql`select 1`);
      })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
  }
  await database.ping();
  expect(database.connections?.()).toEqual({ total: 1, idle: 1, waiting: 0 });
});
