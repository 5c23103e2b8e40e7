/** The privacy ledger as the app shows it, compared with what a proxy saw. */
import { readFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.ts';
import { callOf } from '../../worker/ledger/destination.ts';
import type { Ledger } from '../../worker/contract.ts';
import { readDevice } from './device.ts';
import { expect, keepingSent } from './recorded.ts';
import { startRecordingProxy, type RecordingProxy, type Seen } from './recording-proxy.ts';
import { newServerTest } from './server.ts';
import { disconnect, discloseSelected, scanMailbox, signInToDemo } from '../support/browser/steps.ts';

const test = newServerTest.extend<{ witness: RecordingProxy }>({
  // The first argument must be destructured: the fixture depends on no other.
  // oxlint-disable-next-line no-empty-pattern
  witness: async ({}, use) => {
    const proxy = await startRecordingProxy();
    await use(proxy);
    await proxy.close();
  },
  context: async ({ witness, baseURL, viewport }, use) => {
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      // Loopback addresses would bypass the proxy.
      args: [...CHROMIUM_ARGS, `--proxy-server=${witness.address}`, '--proxy-bypass-list=<-loopback>'],
    });
    const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), viewport });
    await keepingSent(context, use);
    await browser.close();
  },
});

/** The demo provider's pages, which the person opens and which are not part of the app. */
const CONSENT = '/demo/consent';
/** Calls: everything except the product's files and the provider's pages. */
const CALLS = /^\/(api|gmail|blob|identitytoolkit|securetoken|demo)\b/;
/** The browser's own check for a newer service worker, which it reports to nobody. */
const UPDATE_CHECK = '/sw.js';
/** Chromium's own requests to Google for updates and account state, whatever page is open. */
const BROWSERS_OWN = /^[a-z0-9.-]+\.(google|googleapis|gvt1)\.com$/;

/** The proxy's records, in the form that the ledger should have. */
interface Traffic {
  /** `POST /api/…: 12 out, 34 in`, sorted. */
  calls: string[];
  files: { requests: number; received: number };
}

const line = (method: string, call: string, sent: number | null, received: number | null): string =>
  `${method} ${call}: ${sent} out, ${received} in`;

function isProviders({ url, referer }: Seen): boolean {
  const from = URL.parse(referer)?.pathname ?? '';
  // Its form leads back to the app, so the form's page is the referrer of the app's page.
  return url.pathname.startsWith(CONSENT) || (from.startsWith(CONSENT) && url.pathname !== '/');
}

function witnessed({ seen }: RecordingProxy, host: string): Traffic {
  const app = seen.filter((request) => request.url.host === host && !isProviders(request));
  const checks = app.filter(({ url }) => url.pathname === UPDATE_CHECK);
  for (const { method, sent, url } of checks) expect([method, sent, url.search]).toEqual(['GET', 0, '']);
  const files = app.filter(({ url }) => !CALLS.test(url.pathname) && url.pathname !== UPDATE_CHECK);
  const calls = app.filter(({ url }) => CALLS.test(url.pathname));
  // Without content encoding, JavaScript counts the same bytes as the wire.
  expect(calls.filter(({ contentEncoding }) => contentEncoding !== undefined)).toEqual([]);
  return {
    calls: calls
      .map(({ method, url, sent, received }) => line(method, callOf(url.pathname), sent, received))
      .toSorted(),
    files: {
      requests: files.length,
      received: files.reduce((all, { received }) => all + received, 0),
    },
  };
}

function entered({ entries, sums }: Ledger): Traffic {
  const files = sums.find(({ purpose }) => purpose === 'app files');
  return {
    calls: entries.map(({ method, call, sent, received }) => line(method, call, sent, received)).toSorted(),
    files: { requests: files?.requests ?? 0, received: files?.received ?? 0 },
  };
}

/** The ledger as the screen exports it. */
async function shown(page: Page): Promise<Ledger> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as a file' }).click(),
  ]);
  return JSON.parse(await readFile(await download.path(), 'utf8')) as Ledger;
}

test('the ledger lists what a proxy saw, byte for byte, and nothing else went out', async ({
  page,
  context,
  server,
  witness,
}) => {
  const { host } = new URL(server.origin);
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(new URL(request.url()).host));
  const quiet = async (): Promise<void> => {
    await page.waitForLoadState('networkidle');
    await expect.poll(() => witness.underway()).toBe(0);
  };
  const compareWithWitness = async (): Promise<Ledger> => {
    await quiet();
    let ledger = await shown(page);
    // The browser may load something in idle time between the two readings; then both are repeated.
    await expect(async () => {
      ledger = await shown(page);
      expect(entered(ledger)).toEqual(witnessed(witness, host));
    }).toPass();
    return ledger;
  };

  await test.step('the main job', async () => {
    await page.goto('/');
    // The files for offline use are loaded alongside the page.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await quiet();
    await signInToDemo(page);
    await scanMailbox(page);
    await page.getByRole('button', { name: 'karaoke' }).click();
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).click();
    await discloseSelected(page);
    await expect(
      page.getByText('Waystamp sees: robin.keller@mail.example · Devcon 7 SEA, verified. Nothing else.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Privacy ledger' }).click();
    await expect(page.getByRole('heading', { name: 'Privacy ledger' })).toBeFocused();
  });

  const ledger = await test.step('ledger and proxy agree', compareWithWitness);

  await test.step('every kind of call is listed, and mail was sent to nobody', async () => {
    const purposes = new Set(ledger.entries.map(({ purpose }) => purpose));
    expect([...purposes].toSorted()).toEqual([
      'account',
      'catalog',
      'comparison',
      'configuration',
      'disclosure',
      'identity',
      'mailbox',
      'public keys',
      'server record',
      'sign-in',
      'signature keys',
    ]);
    expect(ledger.folded).toBe(0);
    expect(ledger.entries.filter(({ state }) => state !== 'answered')).toEqual([]);
    const mail = ledger.entries.filter(({ purpose }) => purpose === 'mailbox');
    expect(mail.length).toBeGreaterThan(50);
    expect(mail.filter(({ sent }) => sent !== 0)).toEqual([]);
    const short = page.getByRole('region', { name: 'In short' });
    await expect(short).toContainText(`MB read from ${host}, sent to nobody.`);
    await expect(short).toContainText(String(ledger.sums.reduce((all, { requests }) => all + requests, 0)));
    const newest = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').first();
    await expect(newest).toContainText(`${ledger.entries[0]?.method} ${host}${ledger.entries[0]?.call}`);
  });

  await test.step('nothing about the person is in it', async () => {
    const text = JSON.stringify(ledger);
    const sent = witness.seen.flatMap(({ url }) => [
      ...url.searchParams.values(),
      ...(url.pathname.startsWith('/gmail/v1/users/me/messages/') ? [url.pathname.slice(28)] : []),
    ]);
    expect(sent.length).toBeGreaterThan(100);
    for (const value of sent) if (value.length > 6) expect(text).not.toContain(value);
    expect(text).not.toContain('robin.keller');
  });

  await test.step('nothing else went out', async () => {
    // Neither the page nor its worker asked anybody else, Google least of all.
    expect([...asked]).toEqual([host]);
    const hosts = new Set([
      ...witness.seen.map(({ url }) => url.host),
      ...witness.tunnels.map((target) => target.replace(/:443$/, '')),
    ]);
    expect([...hosts].filter((other) => !BROWSERS_OWN.test(other))).toEqual([host]);
  });

  await test.step('it survives a reload, and is available without a network', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Export as a file' })).toBeVisible();
    const later = await compareWithWitness();
    expect(later.entries.length).toBeGreaterThan(ledger.entries.length);
    expect(later.entries.slice(-ledger.entries.length)).toEqual(ledger.entries);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Privacy ledger' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Privacy ledger' }).click();
    expect((await shown(page)).entries).toEqual(later.entries);
    await context.setOffline(false);
  });

  await test.step('Disconnect empties it; with nobody signed in it shows this visit', async () => {
    await expect(page.getByText('until you press Disconnect, at the top')).toBeVisible();
    await disconnect(page);
    // Here too, the person is back at the start and reads what happened.
    await expect(page.getByText('Signed out. This device is empty; your account')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Privacy ledger' }).click();
    await expect(page.getByText('until you press Erase everything from this device, below')).toBeVisible();
    await expect
      .poll(async () => (await shown(page)).entries.map(({ call }) => call).toSorted())
      .toEqual(['/api/catalogs/…', '/api/config', '/api/organisers/…']);
    expect((await readDevice(page)).logs).toEqual(['emptied']);
  });
});
