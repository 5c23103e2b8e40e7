/**
 * Databases of the kind that a run tests: PGlite, or PostgreSQL in the project of that name.
 *
 * A PGlite database starts as a copy of the run's migrated one, because making one takes seconds of processor time.
 * PostgreSQL copies a database no faster than it migrates an empty one.
 */
import { openAsBlob } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDatabase } from '../../../scripts/postgres.ts';
import type { ServerOptions } from '../../../scripts/server-process.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { Database } from '../../../server/database/open.ts';

/** The database of one test server, gone when it closes. */
export async function openTestDatabase(): Promise<{ database: Database; remove: () => Promise<void> }> {
  const server = inject('postgres');
  if (server === undefined) {
    const copyOf = await openAsBlob(pgliteTemplate().dump);
    return { database: await openDatabase({ copyOf }), remove: async () => undefined };
  }
  const { url, drop } = await createDatabase(server);
  return { database: await openDatabase({ url }), remove: drop };
}

/** A place for a database that several processes use in turn. */
export interface TestPlace {
  where: { url: string } | { folder: string };
  /** The options with which a server process uses it. */
  options: ServerOptions;
  remove(): Promise<void>;
}

/** @param empty whether a folder is left as before the product's first start; by default it is as after it */
export async function createTestPlace({ empty = false } = {}): Promise<TestPlace> {
  const server = inject('postgres');
  if (server !== undefined) {
    const { url, drop } = await createDatabase(server);
    return { where: { url }, options: { env: { DATABASE_URL: url } }, remove: drop };
  }
  const folder = await mkdtemp(join(tmpdir(), 'waystamp-place-'));
  if (!empty) await cp(pgliteTemplate().folder, folder, { recursive: true });
  return {
    where: { folder },
    options: { dataDir: folder },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function pgliteTemplate() {
  const template = inject('pglite');
  if (template === undefined) throw new Error('The run has no migrated database: see vitest.config.ts.');
  return template;
}
