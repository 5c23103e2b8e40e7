/** `npm run screenshots`: the product's screens at phone and desktop width, written to `docs/`. */
import { copyFile, mkdir } from 'node:fs/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { scanMailbox } from '../tests/e2e/steps.ts';
import { CHROMIUM_ARGS, chromiumPath } from './chromium.ts';
import { startServer } from './server-process.ts';

const FOLDER = 'docs';
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Where the manifest's screenshots lie (pwa.config.ts). */
const INSTALLING = 'public/screenshots';
const SHOWN_WHEN_INSTALLING = ['facts', 'result'];

/** Toasts pass; a picture shows the screen without them. */
const TOASTS = ['Signed in as', 'One fact is shown'];

/** Goes through the main job and takes a picture of every screen on the way. */
async function takeAll(browser: Browser, origin: string, size: (typeof SIZES)[number]): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, viewport: size, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const take = async (name: string): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    for (const toast of TOASTS) await page.getByText(toast).waitFor({ state: 'hidden' });
    await page.screenshot({ path: `${FOLDER}/${name}-${size.width}.png` });
  };
  await page.goto('/');
  await page
    .getByRole('button', { name: 'Try the demo mailbox' })
    .and(page.locator(':not([aria-disabled])'))
    .waitFor();
  await take('welcome');
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  await take('consent');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('button', { name: 'Scan my mailbox' }).waitFor();
  await take('scan');
  await takeScanning(page, take);
  await page.getByRole('button', { name: 'karaoke' }).click();
  await page.getByRole('button', { name: 'nature/hikes' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('facts');
  await page.getByRole('button', { name: /^Devcon 7 SEA, / }).click();
  await take('evidence');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare privately' }).click();
  await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).click();
  await page.getByRole('button', { name: 'Disclose selected' }).click();
  await page.getByText('They see: Devcon 7 SEA. Nothing else.').waitFor();
  await page.getByRole('switch', { name: 'Show EthCC 7' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('result');
  await page.getByRole('heading', { name: 'When and where' }).evaluate((heading) => heading.scrollIntoView());
  await take('journey');
  await page
    .getByRole('grid')
    .getByRole('button', { name: /Devcon 7 SEA/ })
    .click();
  await take('stamp');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Privacy ledger' }).click();
  await page.getByText(/sent to nobody/).waitFor();
  await take('ledger');
  await page.getByRole('button', { name: 'Benchmarks on this device' }).click();
  await page.getByRole('button', { name: 'Measure all' }).click();
  await page.getByRole('button', { name: 'Measure all' }).waitFor({ timeout: 120_000 });
  await take('benchmarks');
  await context.close();
}

/** A scan, with a picture in its middle. */
async function takeScanning(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  let answered = 0;
  const middle = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  await page.route('**/gmail/v1/users/me/messages/**', async (route) => {
    answered += 1;
    if (answered === 30) middle.resolve();
    if (answered > 30) await goOn.promise;
    await route.continue();
  });
  const scanned = scanMailbox(page);
  await middle.promise;
  await page.waitForTimeout(1500);
  await take('scanning');
  goOn.resolve();
  await scanned;
  await page.unroute('**/gmail/v1/users/me/messages/**');
}

await mkdir(FOLDER, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
try {
  for (const size of SIZES) {
    await takeAll(browser, server.origin, size);
    for (const name of SHOWN_WHEN_INSTALLING) {
      const file = `${name}-${size.width}.png`;
      await copyFile(`${FOLDER}/${file}`, `${INSTALLING}/${file}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
