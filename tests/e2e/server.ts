/** The product's server for a test file: started once, on a free port, with a data folder of its own. */
import { test as base } from '@playwright/test';
import { startServer, type ServerProcess } from '../../scripts/server-process.ts';

export const test = base.extend<object, { server: ServerProcess }>({
  server: [
    // The first argument must be destructured: the fixture depends on no other.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
});

export { expect } from '@playwright/test';
