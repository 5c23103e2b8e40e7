/** One PostgreSQL for the whole `postgres` project; every test server gets a database of its own in it. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../scripts/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of that PostgreSQL; undefined in the other projects. */
    postgres?: string;
  }
}

/** More than every pool of every test file that runs at the same time can open. */
const CONNECTIONS = '500';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Its data ends with the run: nothing needs to reach the disk.
  const postgres = await startPostgres({ fsync: 'off', max_connections: CONNECTIONS });
  project.provide('postgres', postgres.url);
  return () => postgres.stop();
}
