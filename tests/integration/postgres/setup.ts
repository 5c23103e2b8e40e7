/** One PostgreSQL for the whole `postgres` project. Every test server gets its own database in it. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../scripts/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of that PostgreSQL; undefined in the other projects. */
    postgres?: string;
  }
}

/** More than all pools of all test files that run at the same time can open. */
const CONNECTIONS = '500';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Its data is discarded after the run, so nothing needs to reach the disk.
  const postgres = await startPostgres({ fsync: 'off', max_connections: CONNECTIONS });
  project.provide('postgres', postgres.url);
  return () => postgres.stop();
}
