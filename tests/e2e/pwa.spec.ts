/**
 * The installed app: one scan in a browser with its own profile, an update in the middle, a restart without a network.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { z } from 'zod';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.ts';
import { RAW_BATCH } from '../../worker/mailbox/batch.ts';
import { expectAccessible } from './accessible.ts';
import { holdMails } from './held-mails.ts';
import { expect, keepingSent, startServer, test } from './recorded.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';
import { signInToDemo } from '../support/browser/steps.ts';

/** The entry of the page in the service worker's list. */
const INDEX_REVISION = /"revision":"\w+","url":"index\.html"/;
const DIST = new URL('../../dist/', import.meta.url);

/** The size of a PNG: width and height follow the signature and the first chunk's header. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

const picture = z.object({ src: z.string(), sizes: z.string() });
const manifestSchema = z.object({
  icons: z.array(picture.extend({ purpose: z.string() })),
  screenshots: z.array(picture.extend({ form_factor: z.string() })),
  shortcuts: z.array(z.object({ url: z.string() })),
});

async function serviceWorkerIsReady(page: Page): Promise<void> {
  await expect
    .poll(async () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated');
}

/** The paths of the app that the browser has cached, with queries. */
async function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(url.slice(location.origin.length));
    }
    return paths;
  });
}

/** Makes the server offer a newer build: another page, and a service worker that lists it. */
function deployNewerBuild(network: RecordingProxy): void {
  const html = readFileSync(new URL('index.html', DIST), 'utf8');
  network.replace('/index.html', 'text/html', html.replace('<head>', '<head><meta name="newer" />'));
  const script = readFileSync(new URL('sw.js', DIST), 'utf8');
  const newer = script.replace(INDEX_REVISION, '"revision":"newer","url":"index.html"');
  expect(newer).not.toBe(script);
  network.replace('/sw.js', 'text/javascript', newer);
}

test('the installed app updates on request but never during a scan, and opens without a network', async ({
  viewport,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'waystamp-profile-'));
  let server = await startServer();
  const { origin } = server;
  const network = await startRecordingProxy();
  const open = (offline: boolean): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      args: CHROMIUM_ARGS,
      // Loopback addresses would bypass the proxy.
      proxy: { server: network.address, bypass: '<-loopback>' },
      baseURL: origin,
      viewport,
      offline,
    });
  try {
    const first = await open(false);
    await keepingSent(first, async (context) => {
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto('/');

      await test.step('Chromium finds nothing that prevents installation', async () => {
        await serviceWorkerIsReady(page);
        const session = await context.newCDPSession(page);
        const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
        expect(installabilityErrors).toEqual([]);
        await expect(page.getByRole('button', { name: 'Install Waystamp' })).toBeVisible();
        const { data, errors } = await session.send('Page.getAppManifest');
        expect(errors).toEqual([]);
        const { icons, screenshots, shortcuts } = manifestSchema.parse(JSON.parse(data ?? ''));
        const shapes = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
        expect(shapes).toEqual(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']);
        expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(
          new Set(['narrow', 'wide']),
        );
        expect(shortcuts.map(({ url }) => url)).toEqual(['/stamps', '/ledger']);
        for (const { src, sizes } of [...icons, ...screenshots]) {
          expect(sizeOf(readFileSync(new URL(`.${src}`, DIST))), src).toBe(sizes);
        }
        const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
        expect(sizeOf(readFileSync(new URL(`.${touch}`, DIST)))).toBe('180x180');
      });

      await test.step('its cached page is the one with these headers', async () => {
        const kept = (await keptPaths(page)).filter((path) => path.startsWith('/index.html'));
        expect(kept).toEqual([expect.stringMatching(/_[\da-f]{16}$/)]);
      });

      await test.step('during a scan a newer build arrives, and the update waits for the scan', async () => {
        await signInToDemo(page);
        const other = await context.newPage();
        await other.goto('/#ledger');
        await expect(other.getByRole('heading', { name: 'Privacy ledger' })).toBeVisible();
        await page.bringToFront();
        const mails = await holdMails(context, RAW_BATCH);
        await page.getByRole('button', { name: 'Scan my mailbox' }).click();
        await expect.poll(mails.waiting).toBeGreaterThan(0);
        deployNewerBuild(network);
        await page.evaluate(async () => {
          Object.assign(globalThis, { sinceLoad: true });
          await (await navigator.serviceWorker.ready).update();
        });
        await expect(page.getByText('An update is available. It waits for the scan.')).toBeVisible();
        await expectAccessible(page, 'update available');
        await page.getByRole('button', { name: 'Reload', exact: true }).click();
        await expect(page.getByText('updated as soon as the scan has ended')).toBeVisible();
        await expect(page.getByRole('progressbar', { name: 'Mail read' })).toBeVisible();
        // The scan continues meanwhile.
        await mails.letThrough(2 * RAW_BATCH);
        await expect.poll(() => mails.asked.length).toBeGreaterThan(3 * RAW_BATCH);
        const state = await page.evaluate(async () => {
          const { waiting } = await navigator.serviceWorker.ready;
          return { waits: waiting !== null, sameLoad: 'sinceLoad' in globalThis };
        });
        expect(state).toEqual({ waits: true, sameLoad: true });
        await expect(page.locator('meta[name="newer"]')).toHaveCount(0);
        await mails.end();
        await expect(page.locator('meta[name="newer"]')).toHaveCount(1);
        // The older version's files are gone, so the other tab is updated too.
        await expect(other.locator('meta[name="newer"]')).toHaveCount(1);
        await other.close();
        await page.getByRole('button', { name: 'Compare privately' }).waitFor();
        expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
        await expect(page.getByText('An update is available')).toHaveCount(0);
      });

      await test.step('the result is there', async () => {
        await page.getByRole('button', { name: 'karaoke' }).click();
        await page.getByRole('button', { name: 'Compare privately' }).click();
        await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).waitFor();
      });

      await test.step('the browser has cached every built file, and no answer from the server', async () => {
        const built = readdirSync(new URL('assets/', DIST)).filter((name) => !name.endsWith('.map'));
        expect(built.filter((name) => name.endsWith('.wasm'))).toHaveLength(2);
        const kept = (await keptPaths(page)).map((path) => path.replace(/\?__WB_REVISION__=\w+$/, ''));
        const expected = built.map((name) => `/assets/${name}`);
        expect(kept.toSorted()).toEqual(
          [...expected, '/icon-192.png', '/index.html', '/manifest.webmanifest'].toSorted(),
        );
      });
    });
    await first.close();
    await server.kill('SIGTERM');

    const later = await open(true);
    await keepingSent(later, async (context) => {
      const page = context.pages()[0] ?? (await context.newPage());

      await test.step('without a network it opens on the result, with evidence, facts and ledger', async () => {
        await page.goto('/');
        await expect(page.getByText('You are offline.')).toBeVisible();
        const verified = page.getByRole('region', { name: 'Verified travel events' });
        await expect(verified.getByText('Devcon 7 SEA').first()).toBeVisible();
        await page.getByRole('button', { name: 'Stamps' }).click();
        await page.getByRole('button', { name: /^Devcon 7 SEA, / }).click();
        await expect(
          page
            .getByRole('dialog')
            .getByText(/devcon\.org/)
            .first(),
        ).toBeVisible();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Privacy ledger' }).click();
        await expect(
          page.getByRole('list', { name: 'Requests' }).getByRole('listitem').first(),
        ).toBeVisible();
        await page.getByRole('button', { name: 'Back' }).click();
      });

      await test.step('signing in and comparing say what they wait for', async () => {
        await expect(page.getByText('Comparing needs a connection.')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Compare privately' })).toBeDisabled();
        const session = await page.evaluate(() => {
          const kept = localStorage.getItem('session') ?? '';
          localStorage.removeItem('session');
          return kept;
        });
        await page.goto('/#scan');
        await page.reload();
        await expect(page.getByText('Signing in needs a connection.')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeDisabled();
        await page.evaluate((kept) => localStorage.setItem('session', kept), session);
        await page.goto('/#facts');
        await page.reload();
        await expect(page.getByRole('button', { name: 'Compare privately' })).toBeDisabled();
      });

      await test.step('both continue by themselves when the network is back', async () => {
        server = await startServer({
          dataDir: server.dataDir,
          port: Number(new URL(origin).port),
          // No more mail is read.
          env: { WAYSTAMP_DEMO_CASE: 'empty' },
        });
        await context.setOffline(false);
        await page.getByRole('button', { name: 'Compare privately' }).click();
        await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).waitFor();
      });
    });
    await later.close();
  } finally {
    await server.stop();
    await network.close();
    await rm(profile, { recursive: true, force: true });
  }
});
