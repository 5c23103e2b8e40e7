/** Tests with the product's server, on a free port and with its own data folder. */
import type { ServerProcess } from '../../scripts/server-process.ts';
import { SERVER_START_MS, startServer, test as recorded } from './recorded.ts';

/** One server for all tests. Each test has its own browser, so the person's account is all that earlier tests leave. */
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

/** A server for one test, which has never seen the person. */
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
