/** The product's server for a test file: started once, on a free port, with a data folder of its own. */
import { test as base } from '@playwright/test';
import { startServer, type ServerProcess } from '../../scripts/server-process.ts';

interface WorkerFixtures {
  serverEnv: Record<string, string>;
  server: ServerProcess;
}

export const test = base.extend<object, WorkerFixtures>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverEnv }, use) => {
      const server = await startServer({ env: serverEnv });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
});

export { expect } from '@playwright/test';
