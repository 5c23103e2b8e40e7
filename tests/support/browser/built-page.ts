import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build, preview, type InlineConfig } from 'vite';
import { CHROMIUM_ARGS, chromiumPath } from '../../../scripts/chromium.ts';

/** Only an isolated page has a clock of 5 µs; elsewhere it is 100 µs. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Builds the page in `folder` with the product's settings and opens it in a fresh Chromium. */
export async function withBuiltPage<Result>(
  folder: URL,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const outDir = await mkdtemp(join(tmpdir(), 'waystamp-page-'));
  const ends = [() => rm(outDir, { recursive: true })];
  try {
    const config: InlineConfig = {
      configFile: fileURLToPath(new URL('../../../vite.config.ts', import.meta.url)),
      logLevel: 'error',
      mode: 'part',
      root: fileURLToPath(folder),
      build: { outDir, emptyOutDir: true },
      preview: { port: 0, headers: ISOLATED },
    };
    await build(config);
    const server = await preview(config);
    ends.push(() => server.close());
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
    ends.push(() => browser.close());
    const page = await browser.newPage();
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    return await use(page);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
