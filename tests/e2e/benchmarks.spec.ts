/** *Benchmarks on this device* in the app's own worker. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { measurementsSchema } from '../../worker/measurement.ts';
import { SUITE_FIGURES } from '../../src/texts/benchmarks.ts';
import { readDevice, type Device } from './device.ts';
import { devconMbox, importFile } from './mailbox-file.ts';
import { expect, test } from './server.ts';

/** Holds the worker's long work after its first slice, until released. */
async function holdWork(page: Page): Promise<{ letGo: () => Promise<void> }> {
  const [core] = page.workers();
  if (core === undefined) throw new Error('There is no worker.');
  await core.evaluate(() => {
    const Usual = MessageChannel;
    const held: (() => void)[] = [];
    // A slice of work ends with a message to the worker itself (worker/slices.ts).
    globalThis.MessageChannel = class extends Usual {
      constructor() {
        super();
        const send = this.port2.postMessage.bind(this.port2) as (message: unknown) => void;
        this.port2.postMessage = (message: unknown) => void held.push(() => send(message));
      }
    };
    Object.assign(globalThis, {
      letGo: () => {
        globalThis.MessageChannel = Usual;
        for (const send of held) send();
      },
    });
  });
  return { letGo: () => core.evaluate(() => (globalThis as unknown as { letGo: () => void }).letGo()) };
}

test('this device is measured, also offline, and the person’s data is unchanged', async ({
  page,
  context,
}) => {
  const suite = page.getByRole('region', { name: 'Finding events' });
  const measureAll = page.getByRole('button', { name: 'Measure all' });
  const exported = page.getByRole('button', { name: 'Export as a file' });

  await page.goto('/');
  await test.step('the peers’ figures are not part of the first load', async () => {
    const entry = (await page.locator('script[type=module]').getAttribute('src')) ?? '';
    const script = await (await page.request.get(entry)).text();
    expect(script).toContain('A passport that only you can open');
    expect(script).not.toContain('@openmined/psi.js');
  });
  await importFile(page, devconMbox());
  await expect(page.getByRole('region', { name: 'Self-attested events' })).toBeVisible();
  await page.getByRole('button', { name: 'Privacy ledger' }).click();
  await page.getByRole('button', { name: 'Benchmarks on this device' }).click();
  await expect(page.getByRole('heading', { name: 'Benchmarks on this device' })).toBeFocused();
  await expect(page).toHaveTitle('Benchmarks on this device · Waystamp');
  // The ledger still grows: it lists what the scan and the page load meanwhile.
  const kept = async (): Promise<Device> => {
    const device = await readDevice(page);
    return { ...device, logs: device.logs.filter((key) => !key.startsWith('ledger')) };
  };
  const before = await kept();
  expect(before.logs).toContain('vector');

  await test.step('Cancel ends it without figures', async () => {
    const work = await holdWork(page);
    await measureAll.press('Enter');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(page.getByRole('progressbar', { name: 'Suites measured' })).toBeVisible();
    await page.keyboard.press('Enter');
    await work.letGo();
    await expect(measureAll).toBeFocused();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(exported).toHaveCount(0);
  });

  await test.step('one suite is measured, shown as a table and exported', async () => {
    await suite.getByRole('button', { name: 'Measure: Finding events' }).press('Enter');
    const row = suite.getByRole('table', { name: 'Finding events, on this device' }).getByRole('row');
    await expect(row).toContainText('Mails searched');
    const [download] = await Promise.all([page.waitForEvent('download'), exported.press('Enter')]);
    expect(download.suggestedFilename()).toBe('waystamp-benchmarks.json');
    const figures = measurementsSchema.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
    expect(figures.map((figure) => [figure.suite, figure.name, figure.runs])).toEqual([
      ['attest', SUITE_FIGURES.attest.headline, 30],
      ['attest', 'text of a mail', 100],
    ]);
    expect(figures.every(({ min, median, max }) => min <= median && median <= max)).toBe(true);
  });

  await test.step('and again without a network', async () => {
    await context.setOffline(true);
    const work = await holdWork(page);
    await suite.getByRole('button', { name: 'Measure: Finding events' }).click();
    await expect(measureAll).toHaveCount(0);
    await work.letGo();
    await expect(measureAll).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await context.setOffline(false);
  });

  expect(await kept()).toEqual(before);
  await test.step('Back leads to the ledger', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Privacy ledger' })).toBeFocused();
  });
});
