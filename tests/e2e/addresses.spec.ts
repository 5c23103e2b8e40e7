/** Every screen has an address. */
import type { Page } from '@playwright/test';
import { CATALOG, catalogHash } from '../../catalog/index.ts';
import { consent } from '../support/browser/steps.ts';
import { devconMbox, importFile } from './mailbox-file.ts';
import { expect, test } from './server.ts';

const PIN = `#${catalogHash(CATALOG)}`;

async function expectScreen(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect.poll(() => page.evaluate(() => location.href.slice(location.origin.length))).toBe(address);
}

const openStamp = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Devcon 7 SEA, / }).click();

test('Back closes a sheet first, a reload stays, a sign-in returns, and the pin is kept', async ({
  page,
}) => {
  const sheet = page.getByRole('dialog', { name: 'Devcon 7 SEA' });

  await test.step('the built-in organiser has the short addresses', async () => {
    await page.goto(`/o/waystamp${PIN}`);
    await expectScreen(page, `/${PIN}`, 'A passport that only you can open');
    await importFile(page, devconMbox('robin.keller@mail.example'));
    await expectScreen(page, `/stamps${PIN}`, 'Your stamps');
  });

  await test.step('Back closes the open sheet, and nothing else', async () => {
    await openStamp(page);
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await expectScreen(page, `/stamps${PIN}`, 'Your stamps');
  });

  await test.step('Forward does not open it again, and leaves no empty step', async () => {
    await page.goForward();
    await expect.poll(() => page.evaluate(() => (history.state as { sheets: number }).sheets)).toBe(0);
    await expect(sheet).toHaveCount(0);
  });

  await test.step('a sheet closed by its button or by a reload is not a step back', async () => {
    await openStamp(page);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toHaveCount(0);
    await openStamp(page);
    await expect(sheet).toBeVisible();
    await page.reload();
    await expectScreen(page, `/stamps${PIN}`, 'Your stamps');
    await expect(sheet).toHaveCount(0);
    await page.getByRole('button', { name: 'Privacy ledger' }).click();
    await expectScreen(page, '/ledger', 'Privacy ledger');
    await page.reload();
    await page.getByRole('button', { name: 'Back' }).click();
    await expectScreen(page, `/stamps${PIN}`, 'Your stamps');
    await page.goBack();
    await expectScreen(page, `/scan${PIN}`, 'Look again');
    await page.goForward();
    await expectScreen(page, `/stamps${PIN}`, 'Your stamps');
  });

  await test.step('a declined sign-in ends where it began, an allowed one at its destination', async () => {
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectScreen(page, `/stamps${PIN}`, 'Your stamps');
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await consent(page);
    await expectScreen(page, `/result${PIN}`, /on both lists$/);
    await page.reload();
    await expectScreen(page, `/result${PIN}`, /on both lists$/);
  });

  await test.step('a sheet that replaces another is one step back', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Delete my account, too' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectScreen(page, `/result${PIN}`, /on both lists$/);
  });
});

test('old, foreign and broken addresses say where they lead, also without a network', async ({
  page,
  context,
}) => {
  await page.goto('/stamps');
  await expectScreen(page, '/', 'A passport that only you can open');
  await importFile(page, devconMbox());
  await expectScreen(page, '/stamps', 'Your stamps');

  await test.step('an address that cannot be shown yet leads to a screen that can, and an old one still works', async () => {
    await page.goto('/#result');
    await expectScreen(page, '/stamps', 'Your stamps');
    await page.goto('/#ledger');
    await expectScreen(page, '/ledger', 'Privacy ledger');
  });

  await test.step('an unknown address says so', async () => {
    const answer = await page.goto('/nothing/here');
    expect(answer?.status()).toBe(404);
    await expectScreen(page, '/nothing/here', 'There is nothing at this address');
    await page.getByRole('button', { name: 'Open Waystamp' }).click();
    await expectScreen(page, '/stamps', 'Your stamps');
  });

  await test.step('every address answers without a network', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
      .toBe('activated');
    await context.setOffline(true);
    for (const [path, heading] of [
      ['/ledger', 'Privacy ledger'],
      ['/stamps', 'Your stamps'],
      // The device has nothing for that organiser.
      ['/o/devcon/stamps', 'A passport that only you can open'],
      ['/benchmarks', 'Benchmarks on this device'],
    ] as const) {
      await page.goto(path);
      await expectScreen(page, path, heading);
    }
  });
});
