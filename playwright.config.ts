import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './scripts/chromium.ts';
import { NO_DNS } from './tests/support/network/no-dns.ts';

// For the servers that the tests start.
process.env['DNS_SERVERS'] = NO_DNS;

/** How long to wait for something that must happen, in milliseconds. */
const PATIENCE_MS = 90_000;

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  projects: [
    { name: 'app', testIgnore: ['log.spec.ts', 'psi.spec.ts', 'arc.spec.ts'], teardown: 'log' },
    // Searches the logs of all other tests' servers, whichever ran.
    { name: 'log', testMatch: 'log.spec.ts' },
    { name: 'module', testMatch: ['psi.spec.ts', 'arc.spec.ts'] },
  ],
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // A second run on the same machine makes everything several times slower, and must not make a test fail.
  timeout: 300_000,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  use: {
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS },
    viewport: { width: 390, height: 844 },
    // The trace's page snapshots replace screenshots, which take a browser without a GPU a tenth of its time.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
