import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { PGlite, types } from '@electric-sql/pglite';
import type { PGliteOptions } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { StartError } from '../operator/start-error.ts';
import { restrictAnonymous } from './anonymous.ts';
import { BoundedPool } from './bounded-pool.ts';
import type { Db } from './db.ts';
import { lockDataFolder } from './lock.ts';

const MIGRATIONS = { migrationsFolder: fileURLToPath(new URL('migrations', import.meta.url)) };

/** An arbitrary number for the lock with which copies that start together migrate one by one. */
const MIGRATION_LOCK = 7_318_210;

/** Connections of one copy; PostgreSQL allows 100 by default. */
const POSTGRES_CONNECTIONS = 10;
/** Longest wait for a connection, after which the caller gets 503. Milliseconds. */
const CONNECTION_TIMEOUT_MS = 5_000;
/** Limit on the queries that wait for a connection; one more fails at once. This many are served within a second. */
const MOST_WAITING = 1_000;
/** Time limit for a statement, in milliseconds; ours stay far below it. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** PGlite's own conversion handles bytes one by one, which takes five times as long on the event loop. */
const HEX_BYTES = {
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
  parsers: { [types.BYTEA]: (hex: string) => Buffer.from(hex.slice(2), 'hex') },
};

export interface Database {
  db: Db;
  /** Resolves when the database answers; rejects when it does not. */
  ping(): Promise<void>;
  /** Use of the connections; the embedded database has none. */
  connections?: () => { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/**
 * Opens the database and brings its schema up to date.
 *
 * @param where `url`: a PostgreSQL database. `folder`: the embedded PGlite in `folder/pglite`, held by an exclusive lock.
 *   `copyOf`: an embedded one that starts from this dump (PGlite's `dumpDataDir`) and ends with the process, for tests.
 * @throws StartError when the folder is taken or the database cannot be reached
 */
export async function openDatabase(
  where: { url: string } | { folder: string } | { copyOf: Blob },
): Promise<Database> {
  if ('url' in where) return openPostgres(where.url);
  if ('copyOf' in where) return openPglite({ loadDataDir: where.copyOf }, () => undefined);
  const unlock = lockDataFolder(where.folder);
  try {
    return await openPglite({ dataDir: join(where.folder, 'pglite') }, unlock);
  } catch (cause) {
    unlock();
    throw new StartError(
      `The database in ${where.folder} cannot be opened. Restore it from a backup, or start in another folder (DATA_DIR).`,
      { cause },
    );
  }
}

async function openPglite(
  data: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>,
  released: () => void,
): Promise<Database> {
  // Freeing code that V8's compiler has replaced (half a megabyte) sometimes crashes the process: "Check failed:
  // jit_page_->allocations_.erase(addr) == 1" (nodejs/node#64500).
  setFlagsFromString('--no-wasm-code-gc');
  const client = await PGlite.create({ ...HEX_BYTES, ...data });
  const db = drizzlePglite(client);
  await migratePglite(db, MIGRATIONS);
  await restrictAnonymous(db);
  return {
    db,
    ping: async () => {
      await db.execute(sql`select 1`);
    },
    close: async () => {
      await client.close();
      released();
    },
  };
}

async function openPostgres(url: string): Promise<Database> {
  const pool = new BoundedPool(
    {
      connectionString: url,
      max: POSTGRES_CONNECTIONS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
    },
    MOST_WAITING,
  );
  // A connection that the database closes, while idle or within a transaction, is replaced on the next query, and a
  // running statement fails by itself. Without a listener, either event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = drizzlePostgres(pool);
  try {
    const client = await pool.connect();
    try {
      // A migration of large tables may take long, and so may a copy that waits for it.
      await client.query('set statement_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const alone = drizzlePostgres(client);
      await migratePostgres(alone, MIGRATIONS);
      await restrictAnonymous(alone);
    } finally {
      // Closes the connection, which also releases the lock.
      client.release(true);
    }
  } catch (cause) {
    await pool.end();
    throw new StartError(
      `The database at DATABASE_URL cannot be used: ${cause instanceof Error ? cause.message : 'unknown reason'}.`,
      { cause },
    );
  }
  return {
    db,
    ping: async () => {
      await db.execute(sql`select 1`);
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
