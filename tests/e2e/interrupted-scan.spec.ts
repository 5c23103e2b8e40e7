/** An interrupted scan, and two tabs: nothing stored is fetched again, and only one tab scans at a time. */
import type { Page } from '@playwright/test';
import { CATALOG } from '../../catalog/index.ts';
import { SCAN_LOCK } from '../../worker/contract.ts';
import { RAW_BATCH } from '../../worker/mailbox/batch.ts';
import { EXPECTED_VERIFIED } from '../support/demo-mailbox.ts';
import { signInToDemo } from '../support/browser/steps.ts';
import { readDevice } from './device.ts';
import { holdMails, type HeldMails } from './held-mails.ts';
import { expect, test } from './server.ts';

async function storedIds(page: Page): Promise<string[]> {
  return (await readDevice(page)).headers.map(({ messageId }) => messageId);
}

/**
 * Presses a button that starts the scan, lets some mails through, and waits until they are stored and the rest of their
 * batch waits. The scan then stands still. None of the requested mails was stored before.
 *
 * @returns what is stored then
 */
async function scanOn(page: Page, button: string, mails: HeldMails, more: number): Promise<string[]> {
  const before = await storedIds(page);
  const askedBefore = mails.asked.length;
  await mails.letThrough(more);
  await page.getByRole('button', { name: button }).click();
  const batches = Math.ceil(more / RAW_BATCH);
  await expect.poll(() => mails.asked.length - askedBefore).toBe(batches * RAW_BATCH);
  await expect.poll(async () => (await storedIds(page)).length).toBe(before.length + more);
  const asked = mails.asked.slice(askedBefore).map(({ id }) => id);
  expect(asked.filter((id) => before.includes(id))).toEqual([]);
  return storedIds(page);
}

test('an interrupted scan continues where it was, in one tab at a time, and fetches nothing again', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await signInToDemo(page);
  const mails = await holdMails(context, 0);

  await test.step('a reload in the middle of a scan loses nothing that was stored', async () => {
    const stored = await scanOn(page, 'Scan my mailbox', mails, 25);
    await page.reload();
    mails.forget();
    await expect(page.getByRole('heading', { name: 'The scan is paused' })).toBeVisible();
    expect(await storedIds(page)).toEqual(stored);
    await scanOn(page, 'Resume', mails, 15);
  });

  const again = await test.step('neither does closing the page', async () => {
    await expect(page.getByRole('progressbar', { name: 'Mail read' })).toBeVisible();
    const stored = await storedIds(page);
    await page.close();
    mails.forget();
    const opened = await context.newPage();
    await opened.goto('/');
    await expect(opened.getByRole('button', { name: 'Resume' })).toBeVisible();
    expect(await storedIds(opened)).toEqual(stored);
    await scanOn(opened, 'Resume', mails, 15);
    return opened;
  });

  await test.step('a second tab cannot scan meanwhile, and can once the first is closed', async () => {
    const second = await context.newPage();
    await second.goto('/');
    await second.getByRole('button', { name: 'Resume' }).click();
    await expect(second.getByText('A scan is already running, here or in another tab').first()).toBeVisible();
    const ofSecond = (): string[] => mails.asked.filter(({ page: by }) => by === second).map(({ id }) => id);
    expect(ofSecond()).toEqual([]);

    const stored = await storedIds(second);
    await again.close();
    mails.forget();
    await mails.end();
    // The browser releases a closed page's lock some time later.
    await expect
      .poll(() =>
        second.evaluate(
          async (lock) => (await navigator.locks.query()).held?.some(({ name }) => name === lock),
          SCAN_LOCK,
        ),
      )
      .toBe(false);
    await second.getByRole('button', { name: 'Resume' }).click();
    await second.getByRole('button', { name: 'Compare privately' }).waitFor();
    expect(ofSecond().length).toBeGreaterThan(0);
    expect(ofSecond().filter((id) => stored.includes(id))).toEqual([]);
    expect(new Set(ofSecond()).size).toBe(ofSecond().length);
    expect(await storedIds(second)).toHaveLength(stored.length + ofSecond().length);
    const verified = second.getByRole('region', { name: 'Verified travel events' });
    for (const { key, name } of CATALOG.events) {
      if (EXPECTED_VERIFIED.includes(key)) await expect(verified.getByText(name).first()).toBeVisible();
    }
  });
});
