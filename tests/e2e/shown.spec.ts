/** A disclosure is spelt out before it is sent, appears in the server's record afterwards, and can be withdrawn. */
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { disconnect, discloseSelected, scanMailbox, signInToDemo } from '../support/browser/steps.ts';
import { readDevice } from './device.ts';
import { expect, newServerTest as test } from './server.ts';

const ADDRESS = 'robin.keller@mail.example';
const TODAY = new Date().toISOString().slice(0, 10);

/** Calls that change something at the server, in order. */
function changes(page: Page): string[] {
  const calls: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && /^\/api\/(psi\/disclose|disclosures|users\/me)/.test(pathname)) {
      calls.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}$/, '{id}')}`);
    }
  });
  return calls;
}

async function openShown(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^What you have shown/ }).click();
  await expect(page.getByRole('heading', { name: 'What you have shown' })).toBeFocused();
}

test('what will be shown is named first, stays over a disconnect, is listed, and can be withdrawn', async ({
  page,
  context,
}) => {
  const sent = changes(page);
  const held = page.getByRole('region', { name: 'Waystamp' }).getByRole('listitem');

  await test.step('the first press sends nothing, and the second says what it sends', async () => {
    await page.goto('/');
    await signInToDemo(page);
    await scanMailbox(page);
    await page.getByRole('button', { name: 'karaoke' }).click();
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).click();
    await page.getByRole('switch', { name: 'Show karaoke' }).click();
    await page.getByRole('button', { name: 'Disclose selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show this to Waystamp?' });
    for (const words of ['Waystamp', ADDRESS, 'Devcon 7 SEA, verified', 'karaoke, your word']) {
      await expect(dialog.getByRole('definition').filter({ hasText: words })).toHaveCount(1);
    }
    await dialog.getByRole('button', { name: 'Not now' }).click();
    expect(sent).toEqual([]);
    await discloseSelected(page);
    expect(sent).toEqual(['POST /api/psi/disclose']);
    // The toast must not cover a heading.
    await page.evaluate(() => window.scrollTo(0, 0));
    const told = await page.getByText('2 stamps are shown').locator('..').boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((told?.y ?? Infinity) + (told?.height ?? Infinity)).toBeLessThan(title?.y ?? 0);
    await expect(page.getByRole('listitem').filter({ hasText: /Shown\d/ })).toHaveCount(2);
  });

  await test.step('the person can save what the server holds as a file', async () => {
    await page.getByRole('button', { name: 'Privacy ledger' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download what the server holds about me' }).click();
    const file = await (await coming).path();
    const { record, explained } = JSON.parse(await readFile(file, 'utf8')) as {
      record: { account: { email: string }; disclosures: { fact: string; day: string }[] };
      explained: Record<string, string>;
    };
    expect(Object.keys(explained)).toEqual([...Object.keys(record), 'proof: none']);
    expect(record.account.email).toBe(ADDRESS);
    expect(record.disclosures.map(({ fact, day }) => [fact, day])).toEqual([
      ['travelInterests/karaoke', TODAY],
      ['verifiedTravelEvents/devcon', TODAY],
    ]);
  });

  await test.step('after a disconnect and a new sign-in it is listed, without a scan', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const leaving = page.getByRole('dialog');
    for (const line of [ADDRESS, 'the public keys', 'last comparisons', '2 stamps shown to Waystamp']) {
      await expect(leaving.getByRole('listitem').filter({ hasText: line })).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back' }).click();
    await disconnect(page);
    await signInToDemo(page);
    await openShown(page);
    await expect(held).toHaveText([/Devcon 7 SEA.*As verified, since/, /karaoke.*As your word, since/]);
    await expect(held.first().getByRole('time')).toHaveAttribute('datetime', TODAY);
  });

  await test.step('the result of a new comparison marks it as disclosed', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await scanMailbox(page);
    await page.getByRole('button', { name: 'Compare privately' }).click();
    const verified = page.getByRole('region', { name: 'Verified travel events' });
    await expect(verified.getByRole('listitem').filter({ hasText: 'Devcon 7 SEA' })).toContainText('Shown');
    await expect(page.getByRole('switch', { name: 'Show Devcon 7 SEA' })).toHaveCount(0);
  });

  await test.step('without a network the last known state is marked as such', async () => {
    await openShown(page);
    await context.setOffline(true);
    await expect(page.getByRole('heading', { name: 'This is the last known state' })).toBeVisible();
    await expect(held).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Withdraw Devcon 7 SEA' })).toBeDisabled();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'This is the last known state' })).toHaveCount(0);
  });

  await test.step('a withdrawal asks first, and then takes effect at the server and on the device', async () => {
    sent.length = 0;
    await page.getByRole('button', { name: 'Withdraw Devcon 7 SEA' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw Devcon 7 SEA?' });
    await expect(dialog).toContainText(
      'you can show it again from the result; after that, compare again first',
    );
    await dialog.getByRole('button', { name: 'Not now' }).click();
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Withdraw Devcon 7 SEA' }).click();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(held).toHaveText([/karaoke/]);
    await expect(page.getByRole('heading', { name: 'What you have shown' })).toBeFocused();
    expect(sent).toEqual(['DELETE /api/disclosures/{id}']);
    await page.reload();
    await expect(held).toHaveText([/karaoke/]);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('switch', { name: 'Show Devcon 7 SEA' })).toBeVisible();
    await expect(
      page.getByText(
        'Withdrawn: Devcon 7 SEA. Waystamp no longer holds it at the server; it may have seen it.',
      ),
    ).toBeVisible();
    await expect(page.getByText('Only you know')).toHaveCount(0);
  });

  await test.step('a fact withdrawn elsewhere is reported, and the list is read again', async () => {
    await openShown(page);
    await page.route('**/api/disclosures/*', async (route) => {
      // As another device would: carried out once before the person's own press.
      await page.request.fetch(route.request());
      await route.continue();
    });
    await page.getByRole('button', { name: 'Withdraw karaoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('The server has this one no longer')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('Nothing is shown to anybody.')).toBeVisible();
    await page.unroute('**/api/disclosures/*');
  });

  await test.step('the account is deleted on request, and the device is emptied', async () => {
    sent.length = 0;
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const first = page.getByRole('dialog', { name: 'Disconnect this device?' });
    await first.getByRole('button', { name: 'Delete my account, too' }).click();
    const second = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(second).toContainText('This cannot be undone.');
    await expect(second.getByRole('listitem').filter({ hasText: ADDRESS })).toHaveCount(1);
    await second.getByRole('button', { name: 'Keep my account' }).click();
    await expect(first).toBeVisible();
    expect(sent).toEqual([]);
    await first.getByRole('button', { name: 'Delete my account, too' }).click();
    await page.route('**/api/users/me', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    );
    await second.getByRole('button', { name: 'Delete my account' }).click();
    await expect(second).toContainText('Your account was not deleted');
    await expect(second).toContainText('Nothing on this device is lost');
    expect((await readDevice(page)).session?.email).toBe(ADDRESS);
    await page.unroute('**/api/users/me');
    sent.length = 0;
    const loaded = page.waitForEvent('domcontentloaded');
    await second.getByRole('button', { name: 'Delete my account' }).click();
    await loaded;
    await expect(
      page.getByText(
        'Your account and all that hung on it were deleted at the server, and this device is empty.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeVisible();
    expect(sent).toEqual(['DELETE /api/users/me']);
    const created = page.waitForRequest('**/api/users/create_account');
    await signInToDemo(page);
    await created;
    await openShown(page);
    await expect(page.getByText('Nothing is shown to anybody.')).toBeVisible();
  });
});
