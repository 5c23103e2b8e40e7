/**
 * Databases of the kind that a run of the suite is about: PGlite, or PostgreSQL in the project of that name.
 *
 * A PGlite begins as a copy of the run's migrated one: making one takes a processor seconds. PostgreSQL copies a
 * database no faster than it migrates an empty one.
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

/** A place for a database that several processes use, one after the other. */
export interface TestPlace {
  where: { url: string } | { folder: string };
  /** What a server process needs to use it. */
  options: ServerOptions;
  remove(): Promise<void>;
}

/** @param empty a folder is as before the product's first start; otherwise it is as that start leaves it */
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
