import { defineConfig } from 'vitest/config';
import { NO_DNS } from './tests/support/network/no-dns.ts';

/** What is certain to happen may take long on a machine with other work; vitest's own limit is a second. */
const PATIENCE = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          testTimeout: 60_000,
          expect: PATIENCE,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: ['tests/integration/postgres/**'],
          globalSetup: ['tests/integration/setup.ts'],
          env: { DNS_SERVERS: NO_DNS },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
        },
      },
      {
        test: {
          // The server's suite once more, on a real PostgreSQL, and what only that one can show. What comes out
          // the same on any database lies in tests/integration/web, and runs once.
          name: 'postgres',
          include: ['tests/integration/{server,postgres}/**/*.test.ts'],
          globalSetup: ['tests/integration/postgres/setup.ts'],
          env: { DNS_SERVERS: NO_DNS },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
        },
      },
    ],
  },
});
