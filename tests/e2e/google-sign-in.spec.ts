/** Signing in with Google in detail, with a stand-in for Google at the network edge. */
import { generateKeyPair } from 'jose';
import { disconnect } from '../support/browser/steps.ts';
import { expectAccessible } from './accessible.ts';
import { readDevice } from './device.ts';
import { ADDRESS, expect, granted, test } from './google.ts';
import { devconMbox, importFile } from './mailbox-file.ts';

const SCRIPT = 'GET accounts.google.com/gsi/client';
const SCOPES = 'email profile https://www.googleapis.com/auth/gmail.readonly';

test('Google is asked who the person is, then for mail access, each after a press, and again when something is missing', async ({
  page,
  google,
  server,
}) => {
  const identity = page.getByRole('dialog', { name: 'Sign in with Google' });
  const button = identity.getByRole('button', { name: 'Continue with Google' });
  const reading = page.getByRole('dialog', { name: 'Allow reading' });
  const allow = reading.getByRole('button', { name: 'Allow reading' });
  const told = reading.getByRole('alert');
  const toOurServer: string[] = [];
  page.context().on('request', (request) => {
    if (!request.url().startsWith(server.origin)) return;
    toOurServer.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });

  await test.step('nothing from Google is loaded before the first press, and its button gets a nonce', async () => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(google.asked).toEqual([]);
    google.reachable = false;
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(identity).toContainText('who you are: your address and your name.');
    await expect(identity.getByRole('alert')).toContainText('Check the connection or a content blocker.');
    google.reachable = true;
    await identity.getByRole('button', { name: 'Try again' }).click();
    await expect(button).toBeEnabled();
    expect([google.asked, google.presses, google.windows]).toEqual([[SCRIPT, SCRIPT], [], []]);
    // Google's button refuses a page that hides its origin; it learns no more than the origin.
    expect(google.referrers).toEqual([`${server.origin}/`]);
    await expectAccessible(page, 'before Google is asked');
  });

  await test.step('an ID token that the server refuses is reported with a way on', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const refused = [
      [{ claims: { exp: 1_700_000_000 } }, 'the sign-in took too long'],
      [{ claims: { aud: 'other.apps.googleusercontent.com' } }, 'was made for another app'],
      [{ key: privateKey }, 'does not carry a valid signature'],
      [{ claims: { nonce: 'x' } }, 'was not started on this page'],
      [{ claims: { email_verified: false } }, 'has not verified your address'],
    ] as const;
    for (const [spoilt, words] of refused) {
      google.spoilt = spoilt;
      await button.click();
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(new RegExp(words, 'i'));
      await expect(alert).toContainText('Nothing on this device has changed');
      await page.getByRole('button', { name: 'Sign in with Google' }).click();
    }
    expect((await readDevice(page)).session).toBeNull();
    const nonces = google.presses.map(({ nonce }) => nonce);
    for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(new Set(nonces).size).toBe(refused.length);
  });

  await test.step('knowing who the person is suffices for the sign-in; no window has opened', async () => {
    await button.click();
    await expect(reading).toContainText(`You are signed in as ${ADDRESS}.`);
    await expect(reading.getByRole('listitem')).toHaveText([
      'your address',
      'your name',
      'reading your mail (read-only)',
    ]);
    const { session } = await readDevice(page);
    expect(session).toMatchObject({ email: ADDRESS, googleAuthToken: null });
    expect(session?.serverSession?.expiresAt).toBeGreaterThan(Date.now());
    expect(google.windows).toEqual([]);
    await expectAccessible(page, 'before reading is allowed');
  });

  await test.step('a blocked, closed or refused window says what to do', async () => {
    google.ends.push({ type: 'popup_failed_to_open' }, { type: 'popup_closed' }, { error: 'access_denied' });
    await allow.click();
    await expect(told).toContainText('Allow pop-up windows for this site');
    await allow.click();
    await expect(told).toContainText('window was closed before it was done');
    await allow.click();
    await expect(told).toContainText('You did not allow it.');
    expect(google.windows).toEqual(
      Array.from({ length: 3 }, () => ({
        scope: SCOPES,
        include_granted_scopes: false,
        prompt: '',
        login_hint: ADDRESS,
      })),
    );
  });

  await test.step('a profile that cannot be read ends auto-select, and the person stays signed in', async () => {
    google.tellsProfile = false;
    google.ends.push(granted('token-without-profile'));
    await allow.click();
    await expect(page.getByRole('alert').first()).toContainText('Failed to fetch profile');
    await expect.poll(google.autoSelectEnded).toBe(1);
    expect((await readDevice(page)).session).toMatchObject({ email: ADDRESS, googleAuthToken: null });
    google.tellsProfile = true;
  });

  await test.step('the mailbox of another account is refused, and its token revoked', async () => {
    google.mailbox = 'somebody.else@gmail.com';
    google.ends.push(granted('token-of-another-account'));
    await page.getByRole('main').getByRole('button', { name: 'Allow reading' }).last().click();
    await allow.click();
    await expect(page.getByRole('alert').first()).toContainText('Reading was allowed for another account');
    // The mailbox before this one had no profile to open.
    await expect.poll(() => google.revoked).toEqual(['token-without-profile', 'token-of-another-account']);
    google.mailbox = ADDRESS;
  });

  await test.step('a missing permission is explained, and asked for again', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Allow reading' }).first().click();
    google.ends.push(granted('token-of-only-a-part', 'account'));
    await allow.click();
    await expect(
      page.getByRole('heading', { name: 'Not allowed yet: reading your mail (read-only)' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Allow reading' }).click();
    await expect(reading).toContainText('Not allowed so far: reading your mail (read-only).');
    google.ends.push(granted('token-that-runs-out'));
    await allow.click();
    await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
    expect(google.windows.at(-1)?.prompt).toBe('consent');
  });

  await test.step('a permission that expires during a scan is asked for again, and the scan continues', async () => {
    await page.getByRole('button', { name: 'Scan my mailbox' }).click();
    await expect(page.getByRole('heading', { name: 'The scan is paused' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('The permission to read your mail has run out');
    await page.getByRole('button', { name: 'Allow reading' }).click();
    google.good.add('token-that-holds');
    google.ends.push(granted('token-that-holds'));
    await allow.click();
    await expect(
      page.getByRole('region', { name: 'Self-attested events' }).getByText('Devcon 7 SEA').first(),
    ).toBeVisible();
    expect(google.windows.at(-1)).toMatchObject({ prompt: '', login_hint: ADDRESS });
  });

  await test.step('Disconnect revokes the permission and ends auto-select', async () => {
    await disconnect(page);
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
    expect(google.revoked.at(-1)).toBe('token-that-holds');
    expect(google.autoSelectEnded()).toBe(2);
  });

  await test.step('no token that can read mail was sent to our server', () => {
    expect(toOurServer.some((line) => line.includes('/api/session'))).toBe(true);
    const mailTokens = /token-(without-profile|of-another-account|of-only-a-part|that-runs-out|that-holds)/;
    expect(toOurServer.filter((line) => mailTokens.test(line))).toEqual([]);
  });

  await test.step('mail access is not asked for to compare a file’s facts', async () => {
    await importFile(page, devconMbox(ADDRESS));
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await expect(identity).toContainText('Your mail is not asked for');
    const windows = google.windows.length;
    await button.click();
    await expect(page.getByRole('switch', { name: 'Show Devcon 7 SEA' })).toBeVisible();
    expect(google.windows).toHaveLength(windows);
    expect((await readDevice(page)).session?.googleAuthToken).toBeNull();
  });
});
