/** The main job as a new user does it (issue "from a fresh clone to a decoded result"), against the built product. */
import type { Page, Request } from '@playwright/test';
import { CATALOG, signerDomains } from '../../catalog/index.ts';
import { EXPECTED_SELF_ATTESTED, EXPECTED_VERIFIED } from '../support/demo-mailbox.ts';
import { readDevice } from './device.ts';
import { expect, newServerTest as test } from './server.ts';
import {
  consent,
  disconnect,
  discloseSelected,
  scanMailbox,
  signInToDemo,
} from '../support/browser/steps.ts';
import { FACTS } from '../support/catalog.ts';

const LISTS = ['Verified travel events', 'Self-attested events', 'Travel interests'] as const;

function names(keys: readonly string[]): string[] {
  return CATALOG.events.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
}

/** The names under a heading of the result, in order. */
async function listed(page: Page, heading: (typeof LISTS)[number]): Promise<string[]> {
  const section = page.getByRole('region', { name: heading });
  await expect(section.getByRole('heading', { name: heading })).toBeVisible();
  const switches = await section.getByRole('switch').all();
  return Promise.all(
    switches.map(async (element) => (await element.getAttribute('aria-label'))?.replace(/^Show /, '') ?? ''),
  );
}

function slotOfFact(id: string): number {
  const fact = FACTS.find((candidate) => candidate.id === id);
  if (fact === undefined) throw new Error(`There is no fact ${id}.`);
  return fact.slot;
}

function requestsTo(page: Page, path: string): Request[] {
  const seen: Request[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(request);
  });
  return seen;
}

/** Everything sent anywhere but to the mailbox: address, headers and body. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/gmail/')) return;
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  return sent;
}

/** Keys of the identities that the identity service's SDK keeps on the device. */
async function leftOfIdentity(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB failed')));
        opening.addEventListener('success', () => {
          const kept = opening.result.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage');
          const keys = kept.getAllKeys();
          keys.addEventListener('success', () => resolve(keys.result.map(String)));
        });
      }),
  );
}

test('a new user signs in, scans, compares, shows single facts and disconnects; the mail never leaves the device', async ({
  page,
  server,
}) => {
  const sent = sentBy(page);
  const created = requestsTo(page, '/api/users/create_account');
  const updated = requestsTo(page, '/api/users/update_psi_keys');
  const rounds = requestsTo(page, '/api/psi/round2');
  const disclosures = requestsTo(page, '/api/psi/disclose');
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });

  await test.step('sign in', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
    await expect(page).toHaveURL(/\/demo\/consent\?/);
    await consent(page);
    await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    expect((await readDevice(page)).session).toMatchObject({
      googleAuthToken: null,
      serverSession: { token: expect.stringMatching(/.+/), expiresAt: expect.any(Number) },
    });
  });

  await test.step('allow reading, with a separate press', async () => {
    const sheet = page.getByRole('dialog', { name: 'Allow reading' });
    await expect(sheet).toContainText('You are signed in as robin.keller@mail.example.');
    await sheet.getByRole('button', { name: 'Allow reading' }).click();
    await expect(page).toHaveURL(/\/demo\/consent\?/);
    await expect(page.getByRole('checkbox')).toHaveCount(3);
    for (const scope of [/address/i, /profile|name/i, /read/i]) {
      await expect(page.getByRole('checkbox', { name: scope })).toBeChecked();
    }
    await consent(page);
    await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    expect(created).toHaveLength(1);
    const { session } = await readDevice(page);
    expect(session).toMatchObject({
      email: 'robin.keller@mail.example',
      userId: expect.stringMatching(/.+/),
      psiPublicKeysLink: expect.stringContaining(`${server.origin}/blob/`),
      psiPrivateKeys: expect.stringMatching(/^[A-Za-z0-9+/]{96}$/),
      googleAuthToken: expect.objectContaining({ token_type: 'Bearer', provider: 'demo' }),
    });
    const keys = await page.request.get(session?.psiPublicKeysLink ?? '');
    expect(keys.ok()).toBe(true);
    expect((await keys.body()).byteLength).toBeLessThanOrEqual(48_000);
  });

  await test.step('the session is restored on reload', async () => {
    const before = await readDevice(page);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
    expect((await readDevice(page)).session).toEqual(before.session);
    expect(created).toHaveLength(1);
  });

  await test.step('scan', async () => {
    await scanMailbox(page);
    const { headers, logs } = await readDevice(page);
    expect(headers.length).toBeGreaterThan(50);
    for (const header of headers) {
      expect(Object.keys(header).toSorted()).toEqual(['date', 'dkim', 'from', 'messageId', 'subject', 'to']);
    }
    for (const key of ['checkpoint', 'evidence', 'vector']) expect(logs).toContain(key);
    const verified = page.getByRole('region', { name: 'Verified travel events' });
    for (const name of names(EXPECTED_VERIFIED)) await expect(verified.getByText(name).first()).toBeVisible();
  });

  await test.step('choose interests, compare', async () => {
    await page.getByRole('button', { name: 'karaoke' }).click();
    await page.getByRole('button', { name: 'clubs/raves' }).click();
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await expect(page.getByRole('button', { name: 'Disclose selected' })).toBeVisible();
    expect(await listed(page, 'Verified travel events')).toEqual(names(EXPECTED_VERIFIED));
    expect(await listed(page, 'Self-attested events')).toEqual(names(EXPECTED_SELF_ATTESTED));
    expect(await listed(page, 'Travel interests')).toEqual(['clubs/raves', 'karaoke']);
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.postDataBuffer()?.byteLength).toBeLessThanOrEqual(12_500);
    expect(disclosures).toHaveLength(0);
    expect(updated).toHaveLength(1);
  });

  await test.step('disclose two facts, and only these', async () => {
    await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).click();
    await page.getByRole('switch', { name: 'Show karaoke' }).click();
    await expect(
      page.getByText(
        'Waystamp will see: robin.keller@mail.example · Devcon 7 SEA, verified · karaoke, your word. You can withdraw it later.',
      ),
    ).toBeVisible();
    await discloseSelected(page);
    await expect(
      page.getByText(
        'Waystamp sees: robin.keller@mail.example · Devcon 7 SEA, verified · karaoke, your word. Nothing else.',
      ),
    ).toBeVisible();
    expect(disclosures).toHaveLength(1);
    const disclosed = disclosures[0]?.postDataJSON() as { facts: { slot: number; token: string }[] };
    expect(disclosed.facts.map(({ slot }) => slot).toSorted((a, b) => a - b)).toEqual(
      [slotOfFact('verifiedTravelEvents/devcon'), slotOfFact('travelInterests/karaoke')].toSorted(
        (a, b) => a - b,
      ),
    );
    expect((await disclosures[0]?.response())?.status()).toBe(200);
    await page.reload();
    await expect(
      page.getByText(
        'Waystamp sees: robin.keller@mail.example · Devcon 7 SEA, verified · karaoke, your word. Nothing else.',
      ),
    ).toBeVisible();
  });

  await test.step('a token with one flipped bit is refused', async () => {
    await page.route('**/api/psi/disclose', async (route) => {
      const body = route.request().postDataJSON() as { facts: { slot: number; token: string }[] };
      for (const fact of body.facts) {
        fact.token = (parseInt(fact.token[0] ?? '0', 16) ^ 1).toString(16) + fact.token.slice(1);
      }
      await route.continue({ postData: JSON.stringify(body) });
    });
    await page.getByRole('switch', { name: 'Show EthCC 7' }).click();
    await discloseSelected(page);
    await expect(page.getByText('Nothing was shown').first()).toBeVisible();
    expect((await disclosures[1]?.response())?.status()).toBe(403);
    await page.unroute('**/api/psi/disclose');
    await discloseSelected(page);
    await expect(
      page.getByText(
        'Waystamp sees: robin.keller@mail.example · EthCC 7, verified · Devcon 7 SEA, verified · karaoke, your word. Nothing else.',
      ),
    ).toBeVisible();
  });

  const { headers } = await readDevice(page);
  let mailToken = '';

  await test.step('disconnect clears the device and reloads', async () => {
    mailToken = (await readDevice(page)).session?.googleAuthToken?.access_token ?? '';
    await disconnect(page);
    await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
    const device = await readDevice(page);
    expect(device).toEqual({ session: null, headers: [], logs: ['emptied'] });
    // The SDK's databases stay without the identity; only the day of its last use is left.
    expect(await leftOfIdentity(page)).toEqual([]);
  });

  await test.step('a returning person gets new keys, which are announced', async () => {
    const before = updated.length;
    await signInToDemo(page);
    expect(created).toHaveLength(1);
    expect(updated).toHaveLength(before + 1);
  });

  await test.step('the mail never left the device, and its token went to the mailbox and was revoked', async () => {
    const all = sent.join('\n');
    expect(mailToken.length).toBeGreaterThan(20);
    const carrying = sent.filter((line) => line.includes(mailToken)).map((line) => line.split(' ')[0]);
    expect(carrying).toEqual([`${server.origin}/demo/revoke`]);
    for (const { subject, messageId } of headers) {
      expect(all).not.toContain(messageId);
      if (subject.length > 12) expect(all).not.toContain(subject);
    }
    const asked = sent.filter((line) => line.includes('/api/dkim/keys')).map((line) => line.split('?')[1]);
    expect(new Set(asked).size).toBe(signerDomains(CATALOG).length);
  });

  expect(problems.filter((text) => !text.includes('403'))).toEqual([]);
});
