/** Tests with the product's server: on a free port, with a data folder of its own. */
import type { ServerProcess } from '../../scripts/server-process.ts';
import { SERVER_START_MS, startServer, test as recorded } from './recorded.ts';

/**
 * One server for all of them. Each test has a browser of its own, in effect, so all that it meets of the tests before
 * it is that the person's account exists.
 */
export const test = recorded.extend<object, { server: ServerProcess }>({
  server: [
    // The first argument must be destructured: the fixture depends on no other.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: SERVER_START_MS },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
});

/** A server of the test's own, which has never seen the person. */
export const newServerTest = recorded.extend<{ server: ServerProcess }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { timeout: SERVER_START_MS },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
});

export { expect } from './recorded.ts';
