/** `npm run screenshots`: the product's screens at phone and desktop width, written to `docs/pictures/`. */
import { copyFile, mkdir } from 'node:fs/promises';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import {
  allowReading,
  consent,
  discloseSelected,
  scanMailbox,
  signInToDemo,
} from '../tests/support/browser/steps.ts';
import { CHROMIUM_ARGS, chromiumPath } from './chromium.ts';
import { startServer } from './server-process.ts';

const FOLDER = 'docs/pictures';
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** The folder of the manifest's screenshots (pwa.config.ts). */
const INSTALLING = 'public/screenshots';
const SHOWN_WHEN_INSTALLING = ['stamps', 'result'];

/** Toasts to wait out, so that pictures show the screen without them. */
const TOASTS = [/^Signed in as /, /^One stamp is shown/];

const MESSAGES = '**/gmail/v1/users/me/messages/**';

type Size = (typeof SIZES)[number];
type Take = (name: string) => Promise<void>;

/** Opens a fresh browser at one size; `take` writes a picture of its page. */
async function inBrowser(
  browser: Browser,
  origin: string,
  size: Size,
  use: (page: Page, take: Take, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, viewport: size, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/');
  await use(
    page,
    async (name) => {
      await page.evaluate(() => document.fonts.ready);
      for (const toast of TOASTS) await page.getByText(toast).waitFor({ state: 'hidden' });
      await page.screenshot({ path: `${FOLDER}/${name}-${size.width}.png` });
    },
    context,
  );
  await context.close();
}

/** Goes through the main job and takes a picture of each screen. */
async function takeMainJob(page: Page, take: Take): Promise<void> {
  await page
    .getByRole('button', { name: 'Try the demo mailbox' })
    .and(page.locator(':not([aria-disabled])'))
    .waitFor();
  await take('welcome');
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  await take('consent');
  await consent(page);
  await page.getByRole('dialog', { name: 'Allow reading' }).waitFor();
  await take('allow-reading');
  await allowReading(page);
  await page.getByRole('button', { name: 'Scan my mailbox' }).waitFor();
  await take('scan');
  await takeScanning(page, take);
  await page.getByRole('button', { name: 'karaoke' }).click();
  await page.getByRole('button', { name: 'nature/hikes' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('stamps');
  await page.getByRole('button', { name: /^Devcon 7 SEA, / }).click();
  await take('evidence');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare privately' }).click();
  await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).click();
  await discloseSelected(page);
  await page
    .getByText('Waystamp sees: robin.keller@mail.example · Devcon 7 SEA, verified. Nothing else.')
    .waitFor();
  await page.getByRole('switch', { name: 'Show EthCC 7' }).click();
  await page.getByRole('button', { name: 'Disclose selected' }).click();
  await page.getByRole('dialog').waitFor();
  await take('confirm');
  await page.keyboard.press('Escape');
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
  await page.getByRole('button', { name: 'What you have shown (1)' }).click();
  await page.getByRole('button', { name: 'Withdraw Devcon 7 SEA' }).waitFor();
  await take('shown');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('1 stamp shown to Waystamp').waitFor();
  await take('disconnect');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Privacy ledger' }).click();
  await page.getByText(/sent to nobody/).waitFor();
  await take('ledger');
  await page.getByRole('button', { name: 'Benchmarks on this device' }).click();
  await page.getByRole('button', { name: 'Measure all' }).click();
  await page.getByRole('button', { name: 'Measure all' }).waitFor({ timeout: 120_000 });
  await take('benchmarks');
}

/** A scan, with a picture halfway. */
async function takeScanning(page: Page, take: Take): Promise<void> {
  const goOn = await holdAfter(page, 30);
  const scanned = scanMailbox(page);
  await goOn.held;
  await take('scanning');
  await goOn.release();
  await scanned;
}

/** Lets this many mails through and holds back the others. */
async function holdAfter(page: Page, mails: number) {
  let asked = 0;
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(MESSAGES, async (route) => {
    asked += 1;
    if (asked > mails) {
      held.resolve();
      await released.promise;
    }
    await route.continue();
  });
  return {
    /** Leaves the page a moment to show what has arrived. */
    held: held.promise.then(async () => page.waitForTimeout(1500)),
    release: async () => {
      released.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}

/** A scan that pauses because the permission to read has expired, and continues after a new one. */
async function takePaused(page: Page, take: Take): Promise<void> {
  await signInToDemo(page);
  let asked = 0;
  await page.route(MESSAGES, async (route) => {
    asked += 1;
    await (asked > 25 ? route.fulfill({ status: 401, json: { error: { code: 401 } } }) : route.continue());
  });
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await page.getByRole('button', { name: 'Allow reading' }).waitFor();
  await take('paused');
  await page.unrouteAll({ behavior: 'wait' });
  const goOn = await holdAfter(page, 10);
  await page.getByRole('button', { name: 'Allow reading' }).click();
  await allowReading(page);
  await goOn.held;
  await take('resumed');
  await goOn.release();
}

/** A mailbox that holds no travel. */
async function takeNoTravel(page: Page, take: Take): Promise<void> {
  await signInToDemo(page);
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await page.getByRole('heading', { name: 'No events found yet' }).waitFor();
  await take('no-travel');
}

/** Facts without a network, and a newer version, which is the same build with other headers. */
async function takeOfflineAndUpdate(page: Page, take: Take, context: BrowserContext): Promise<void> {
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await signInToDemo(page);
  await scanMailbox(page);
  await context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await take('offline');
  await context.setOffline(false);
  await server.kill('SIGTERM');
  server = await startServer({
    dataDir: server.dataDir,
    port: Number(new URL(server.origin).port),
    env: { GOOGLE_CLIENT_ID: '1-a.apps.googleusercontent.com' },
  });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByText('An update is available.').waitFor();
  await take('update');
}

await mkdir(FOLDER, { recursive: true });
const withoutTravel = await startServer({ env: { WAYSTAMP_DEMO_CASE: 'no-travel' } });
let server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
try {
  for (const size of SIZES) {
    await inBrowser(browser, server.origin, size, takeMainJob);
    await inBrowser(browser, server.origin, size, takePaused);
    await inBrowser(browser, withoutTravel.origin, size, takeNoTravel);
    await inBrowser(browser, server.origin, size, takeOfflineAndUpdate);
    await server.stop();
    server = await startServer();
    for (const name of SHOWN_WHEN_INSTALLING) {
      const file = `${name}-${size.width}.png`;
      await copyFile(`${FOLDER}/${file}`, `${INSTALLING}/${file}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
  await withoutTravel.stop();
}
