import { defineConfig } from 'vitest/config';
import { NO_DNS } from './tests/no-dns.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: ['tests/integration/postgres/**'],
          env: { DNS_SERVERS: NO_DNS },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // The server's suite once more, on a real PostgreSQL, and what only that one can show.
          name: 'postgres',
          include: ['tests/integration/{server,postgres}/**/*.test.ts'],
          globalSetup: ['tests/integration/postgres/setup.ts'],
          env: { DNS_SERVERS: NO_DNS },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
