/** An error inside the page ends in a message and a way on, never in a blank page, and findings are kept. */
import { TOAST_MS } from '../../src/state/toasts.ts';
import { expectAccessible } from './accessible.ts';
import { expectArrival } from './keyboard.ts';
import { devconMbox, importFile } from './mailbox-file.ts';
import { expect, test } from './server.ts';
import { stopTime } from './time.ts';

// A refused file must not come from a cache.
test.use({ serviceWorkers: 'block' });

test('a screen that fails to render says so, and a restart keeps the findings', async ({ page }) => {
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

test('a worker that cannot start is reported, and starts once it can', async ({ page }) => {
  await page.route('**/assets/main-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('What it had read is safe on this device');
  await expectAccessible(page, 'a worker that cannot start');
  await page.unroute('**/assets/main-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeEnabled();
});

test('a browser that refuses storage shows the first screen, and says what a sign-in needs', async ({
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

test('an app that cannot be loaded says so, and a restart tries again', async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('restarted') !== null) return;
    sessionStorage.setItem('restarted', 'yes');
    window.PerformanceObserver = class extends PerformanceObserver {
      override observe(): void {
        throw new TypeError('refused');
      }
    };
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'This screen could not be drawn' })).toBeVisible();
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeEnabled();
});

test('a ledger that cannot be read says so, and appears once it can', async ({ page }) => {
  await page.goto('/');
  await importFile(page, devconMbox());
  const found = page.getByRole('button', { name: /^Devcon 7 SEA, / });
  await expect(found).toBeVisible();
  const [core] = page.workers();
  if (core === undefined) throw new Error('There is no worker.');
  await core.evaluate(() => {
    const read = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'getAll');
    if (read === undefined) throw new Error('IDBObjectStore has no getAll');
    Object.assign(globalThis, {
      mend: () => Object.defineProperty(IDBObjectStore.prototype, 'getAll', read),
    });
    IDBObjectStore.prototype.getAll = () => {
      throw new DOMException('Internal error.', 'UnknownError');
    };
  });
  await page.getByRole('button', { name: 'Privacy ledger' }).click();
  await expect(page.getByRole('alert')).toContainText('The storage on this device could not be used');
  await expectAccessible(page, 'a ledger that cannot be read');
  await core.evaluate(() => (globalThis as unknown as { mend: () => void }).mend());
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(found).toBeVisible();
  await page.getByRole('button', { name: 'Privacy ledger' }).click();
  await expect(page.getByRole('button', { name: 'Export as a file' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a message shown while a sheet is open lies over the sheet, and is part of it', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeEnabled();
  await page.getByRole('button', { name: 'How it works' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await stopTime(page);
  const [core] = page.workers();
  if (core === undefined) throw new Error('There is no worker.');
  await core.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  const words = 'Waystamp was started again.';
  const toast = sheet.getByText(words);
  await toast.hover();
  const onTop = await toast.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });
  expect(onTop).toBe(true);
  // The toast stays while the pointer rests on it.
  await page.clock.resume();
  await expectAccessible(page, 'a toast over a sheet');
  await page.clock.fastForward(10 * TOAST_MS);
  await expect(toast).toBeVisible();

  await stopTime(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(words)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.resume();
  await expect(page.getByText(words)).toHaveCount(0);
});
