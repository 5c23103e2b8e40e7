/** What breaks inside the page ends in words and a way on, never in a blank page, and what was found is kept. */
import { expectAccessible } from './accessible.ts';
import { expectArrival } from './keyboard.ts';
import { devconMbox, importFile } from './mailbox-file.ts';
import { expect, test } from './server.ts';

// A file that is refused must not come from a cache.
test.use({ serviceWorkers: 'block' });

test('a screen that cannot be drawn says so, and a restart goes on with what was found', async ({ page }) => {
  await page.route('**/assets/Ledger-*.js', (route) => route.abort());
  await page.goto('/');
  await importFile(page, devconMbox());
  const found = page.getByRole('button', { name: /^Devcon 7 SEA, / });
  await expect(found).toBeVisible();
  await page.getByRole('button', { name: 'Privacy ledger' }).click();
  await expectArrival(page, 'This screen could not be drawn');
  await expect(page.getByRole('main')).toContainText('Everything that was found is still on this device.');
  await expectAccessible(page, 'a screen that cannot be drawn');
  await page.unroute('**/assets/Ledger-*.js');
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy ledger' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(found).toBeVisible();
});

test('a worker that cannot start is told, and starts when it can', async ({ page }) => {
  await page.route('**/assets/main-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('What it had read is safe on this device');
  await expectAccessible(page, 'a worker that cannot start');
  await page.unroute('**/assets/main-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeEnabled();
});

test('a browser that refuses storage gets the first screen, and is told what a sign-in needs', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  await expect(page.getByRole('alert')).toContainText('The sign-in could not begin');
});
