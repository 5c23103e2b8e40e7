/** A test with the product's server: on a free port, with a data folder of its own. */
import type { ServerProcess } from '../../scripts/server-process.ts';
import { startServer, test as recorded } from './recorded.ts';

export const test = recorded.extend<{ server: ServerProcess }>({
  // The first argument must be destructured: the fixture depends on no other.
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.origin),
});

export { expect } from './recorded.ts';
