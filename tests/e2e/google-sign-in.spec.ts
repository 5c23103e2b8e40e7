/** Signing in with Google, to its finer points; Google stands at the network's edge. */
import { disconnect } from '../support/browser/steps.ts';
import { expectAccessible } from './accessible.ts';
import { expect, granted, test } from './google.ts';
import { devconMbox, importFile } from './mailbox-file.ts';

const SCRIPT = 'GET accounts.google.com/gsi/client';

test('Google is asked when the person says so, for no more than needed, and again when something is missing', async ({
  page,
  google,
}) => {
  const sheet = page.getByRole('dialog', { name: 'Sign in with Google' });
  const goOn = sheet.getByRole('button', { name: 'Continue with Google' });
  const told = sheet.getByRole('alert');
  await test.step('nothing of Google’s is loaded before the first press, and no window opens before the second', async () => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(google.asked).toEqual([]);
    google.reachable = false;
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(sheet.getByRole('listitem')).toHaveText([
      'your address',
      'your name',
      'reading your mail (read-only)',
    ]);
    await expect(told).toContainText('could not be loaded. Check the connection or a content blocker.');
    google.reachable = true;
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await expect(goOn).toBeEnabled();
    expect([google.asked, google.windows]).toEqual([[SCRIPT, SCRIPT], []]);
    await expectAccessible(page, 'before Google is asked');
  });

  await test.step('a window that is blocked, closed or refused says what to do', async () => {
    google.ends.push({ type: 'popup_failed_to_open' }, { type: 'popup_closed' }, { error: 'access_denied' });
    await goOn.click();
    await expect(told).toContainText('Allow pop-up windows for this site');
    await goOn.click();
    await expect(told).toContainText('window was closed before it was done');
    await goOn.click();
    await expect(told).toContainText('You did not allow it.');
    expect(google.asked).toEqual([SCRIPT, SCRIPT]);
    expect(google.windows.map(({ prompt }) => prompt)).toEqual(Array(3).fill('select_account'));
  });

  await test.step('a profile that cannot be read ends the auto-select', async () => {
    google.tellsProfile = false;
    google.ends.push(granted('token-without-profile'));
    await goOn.click();
    await expect(page.getByRole('alert').first()).toContainText('Failed to fetch profile');
    await expect.poll(google.autoSelectEnded).toBe(1);
    await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
    google.tellsProfile = true;
  });

  await test.step('a part that was left out is explained, and asked for again', async () => {
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    google.ends.push(granted('token-of-a-part', 'account'));
    await goOn.click();
    await expect(page.getByText('left out: reading your mail (read-only)')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Allow reading' }).click();
    await expect(sheet).toContainText('Not allowed so far: reading your mail (read-only).');
    google.ends.push(granted('token-that-runs-out'));
    await goOn.click();
    await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
    expect(google.windows.at(-1)).toEqual({
      scope: 'email profile https://www.googleapis.com/auth/gmail.readonly',
      include_granted_scopes: true,
      prompt: 'consent',
    });
  });

  await test.step('a token that runs out in the middle of a scan is asked for again, and the scan goes on', async () => {
    await page.getByRole('button', { name: 'Scan my mailbox' }).click();
    await expect(page.getByRole('heading', { name: 'The scan is paused' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Your sign-in has run out');
    await page.getByRole('button', { name: 'Sign in again' }).click();
    google.good.add('token-that-holds');
    google.ends.push(granted('token-that-holds'));
    await goOn.click();
    await expect(
      page.getByRole('region', { name: 'Self-attested events' }).getByText('Devcon 7 SEA').first(),
    ).toBeVisible();
    expect(google.windows.at(-1)?.prompt).toBe('');
  });

  await test.step('Disconnect revokes the token and ends the auto-select', async () => {
    await disconnect(page);
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
    expect(google.revoked).toEqual(['token-that-holds']);
    expect(google.autoSelectEnded()).toBe(2);
  });

  await test.step('for comparing a file’s facts only the address and the name are asked for', async () => {
    await importFile(page, devconMbox('sam.rivers@gmail.com'));
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await expect(sheet.getByRole('listitem')).toHaveText(['your address', 'your name']);
    google.ends.push(granted('token-for-a-file', 'account'));
    await goOn.click();
    await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
    expect(google.windows.at(-1)).toEqual({
      scope: 'email profile',
      include_granted_scopes: false,
      prompt: 'select_account',
    });
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await expect(page.getByRole('switch', { name: 'Show Devcon 7 SEA' })).toBeVisible();
  });
});
