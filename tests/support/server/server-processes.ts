/** Servers as separate processes, on the kind of database that the run tests; removed after each test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { startServer } from '../../../scripts/server-process.ts';
import type { ServerOptions, ServerProcess } from '../../../scripts/server-process.ts';
import { logFaults } from './log-faults.ts';
import type { Reachable } from './harness.ts';
import { SECRET, signedInOnce } from './sign-in.ts';
import { createTestPlace } from './test-database.ts';
import type { TestPlace } from './test-database.ts';

/** For tests in which people do in seconds what normally takes hours. */
export const WITHOUT_LIMITS = {
  LIMIT_CALLS_PER_MINUTE: '1000000',
  LIMIT_FAILED_SIGN_INS_PER_MINUTE: '1000000',
  LIMIT_IDENTITIES_PER_HOUR: '1000000',
  LIMIT_ANNOUNCEMENTS_PER_HOUR: '1000000',
  LIMIT_COMPARISONS_PER_HOUR: '1000000',
};

export interface ServerProcesses {
  /** A folder for this test. */
  folder: () => string;
  /** The test's one database. */
  place: () => TestPlace;
  /** A server on the test's one database. */
  start: (options?: ServerOptions) => Promise<ServerProcess>;
  /** The output of a server that does not start. */
  complaint: (options?: ServerOptions) => Promise<string>;
}

/** @param options of the test's one database */
export function useServerProcesses(options: { empty?: boolean } = {}): ServerProcesses {
  let folder: string;
  let place: TestPlace;
  const running: ServerProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waystamp-process-'));
    place = await createTestPlace(options);
  });
  afterEach(async () => {
    const printed: string[] = [];
    for (const server of running.splice(0)) {
      await server.kill('SIGKILL');
      printed.push(...server.output().split('\n'));
    }
    await place.remove();
    await rm(folder, { recursive: true, force: true });
    expect(logFaults(printed)).toEqual([]);
  });

  const start = async (given: ServerOptions = {}): Promise<ServerProcess> => {
    const server = await startServer({
      dataDir: join(folder, 'data'),
      ...place.options,
      ...given,
      env: { WAYSTAMP_SECRET: SECRET, WAYSTAMP_DEMO_CASE: 'empty', ...place.options.env, ...given.env },
    });
    running.push(server);
    return server;
  };
  return {
    folder: () => folder,
    place: () => place,
    start,
    complaint: async (given) => {
      try {
        await start(given);
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
      throw new Error('the server started');
    },
  };
}

/** Wraps the process for the harness's people. */
export function caller({ origin }: Pick<ServerProcess, 'origin'>): Reachable {
  const request: Reachable['request'] = (path, init) => fetch(origin + path, init);
  return { origin, request, token: signedInOnce({ request }) };
}
