import { defineConfig } from 'vitest/config';
import { NO_DNS } from './tests/support/network/no-dns.ts';

/** Polls wait long for what must happen, since a busy machine may be slow; vitest's own limit is a second. */
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
          // The server's suite again, on a real PostgreSQL, and tests that only PostgreSQL makes possible. Tests that
          // give the same result on any database are in tests/integration/web and run once.
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
