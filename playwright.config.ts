import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './scripts/chromium.ts';
import { NO_DNS } from './tests/no-dns.ts';

// For the servers that the tests start.
process.env['DNS_SERVERS'] = NO_DNS;

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'app', testIgnore: ['log.spec.ts', 'psi.spec.ts'], teardown: 'log' },
    // Scans what the servers of the other tests logged, whichever of them ran.
    { name: 'log', testMatch: 'log.spec.ts' },
    { name: 'module', testMatch: 'psi.spec.ts' },
  ],
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS },
    viewport: { width: 390, height: 844 },
    trace: 'retain-on-failure',
  },
});
