/** Two real tabs of one browser: when one ends something, the other neither shows it nor writes it back. */
import type { Page } from '@playwright/test';
import { disconnect, scanMailbox, signInToDemo } from '../support/browser/steps.ts';
import { readDevice } from './device.ts';
import { expect, newServerTest as test } from './server.ts';

/** Opens a second tab on what the first one found. */
async function secondTab(page: Page): Promise<Page> {
  const second = await page.context().newPage();
  await second.goto('/');
  await second.getByRole('button', { name: 'Compare privately' }).waitFor();
  return second;
}

/** The server's answers to the tabs' comparison requests, in order. */
function answers(page: Page): string[] {
  const seen: string[] = [];
  page.context().on('response', (answer) => {
    const request = answer.request();
    if (new URL(request.url()).pathname === '/api/psi/round2') seen.push(`${answer.status()}`);
  });
  return seen;
}

test('two tabs use a key pair once, and disconnecting in one empties the other', async ({ page }) => {
  const sent = answers(page);
  await page.goto('/');
  await signInToDemo(page);
  await scanMailbox(page);
  const second = await secondTab(page);

  await page.getByRole('button', { name: 'Compare privately' }).click();
  await page.getByRole('button', { name: 'Disclose selected' }).waitFor();
  // This tab was opened earlier, so it holds the key pair that the first tab has used.
  await second.getByRole('button', { name: 'Compare privately' }).click();
  await second.getByRole('button', { name: 'Disclose selected' }).waitFor();
  // Each pair was answered once, and none was sent twice; the server would have refused that.
  await expect.poll(() => sent).toEqual(['200', '200']);

  await disconnect(page);
  await expect(second.getByText('You disconnected in another tab')).toBeVisible();
  await expect(
    second
      .getByRole('button', { name: 'Sign in' })
      .or(second.getByRole('button', { name: 'Try the demo mailbox' })),
  ).toBeVisible();
  await expect(second.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
  for (const tab of [page, second]) {
    expect(await readDevice(tab)).toEqual({ session: null, headers: [], logs: ['emptied'] });
  }
});

test('a scan in one tab ends with the sign-out in another, and leaves nothing behind', async ({ page }) => {
  await page.goto('/');
  await signInToDemo(page);
  // Its mails never arrive, so the scan is running when the other tab signs out.
  await page.route('**/gmail/v1/users/me/messages**', () => undefined);
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  const second = await page.context().newPage();
  await second.goto('/');
  await disconnect(second);
  await expect(page.getByText('You disconnected in another tab')).toBeVisible();
  expect(await readDevice(page)).toEqual({ session: null, headers: [], logs: ['emptied'] });
});
