/** A scan that is cut off in the middle, and two tabs: nothing that was stored is fetched again, and one scans at a time. */
import type { BrowserContext, Page } from '@playwright/test';
import { readDevice } from './device.ts';
import { expect, test } from './server.ts';
import { signInToDemo } from './steps.ts';

const MESSAGES = '**/gmail/v1/users/me/messages/**';

/** Lets this many mails through; the answers of all others never come, until the gate is opened. */
async function holdAfter(
  context: BrowserContext,
  mails: number,
): Promise<{ asked: string[]; open: () => Promise<void> }> {
  const asked: string[] = [];
  context.on('request', (request) => {
    const id = /\/messages\/([^/?]+)/.exec(request.url())?.[1];
    if (id !== undefined) asked.push(id);
  });
  let passed = 0;
  await context.route(MESSAGES, async (route) => {
    passed += 1;
    if (passed <= mails) await route.continue();
  });
  return { asked, open: () => context.unroute(MESSAGES) };
}

/** Begins a scan and waits until it has stored some mail and stands still. */
async function scanUntilHeld(page: Page, asked: readonly string[], mails: number): Promise<void> {
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(mails);
  await expect.poll(async () => (await readDevice(page)).headers.length).toBeGreaterThanOrEqual(mails - 10);
}

test('a reload in the middle of a scan loses nothing that was stored, and nothing of it is fetched again', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await signInToDemo(page);
  const { asked, open } = await holdAfter(context, 25);
  await scanUntilHeld(page, asked, 25);
  const stored = (await readDevice(page)).headers.map(({ messageId }) => messageId);
  const before = asked.length;

  await page.reload();
  await expect(page.getByRole('heading', { name: 'The scan is paused' })).toBeVisible();
  expect((await readDevice(page)).headers.map(({ messageId }) => messageId)).toEqual(stored);
  await open();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Compare privately' }).waitFor({ timeout: 90_000 });
  const again = asked.slice(before);
  expect(again.length).toBeGreaterThan(0);
  expect(again.filter((id) => stored.includes(id))).toEqual([]);
  expect(new Set(again).size).toBe(again.length);
  const { headers } = await readDevice(page);
  expect(headers).toHaveLength(stored.length + again.length);
});

test('a second tab cannot scan meanwhile, and can when the first is closed', async ({ page, context }) => {
  await page.goto('/');
  await signInToDemo(page);
  const { asked, open } = await holdAfter(context, 15);
  await scanUntilHeld(page, asked, 15);
  const before = asked.length;

  const second = await context.newPage();
  await second.goto('/');
  await second.getByRole('button', { name: 'Resume' }).click();
  await expect(second.getByText('A scan is already running, here or in another tab').first()).toBeVisible();
  expect(asked).toHaveLength(before);

  const stored = new Set((await readDevice(second)).headers.map(({ messageId }) => messageId));
  await page.close();
  await open();
  await second.getByRole('button', { name: 'Resume' }).click();
  await second.getByRole('button', { name: 'Compare privately' }).waitFor({ timeout: 90_000 });
  expect(asked.slice(before).filter((id) => stored.has(id))).toEqual([]);
});
