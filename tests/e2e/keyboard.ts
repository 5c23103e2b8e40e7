/** Keyboard use for somebody without a pointer. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './recorded.ts';

/** More tab stops than any screen has. */
const MOST_STOPS = 80;

/** Presses Tab until the element has the focus, and expects the focus to be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toHaveCSS('outline-style', 'solid');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}.`);
}

/** Goes to a button with Tab and presses Enter. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }));
  await page.keyboard.press('Enter');
}

/** The focus is on the heading of the screen that has opened. */
export async function expectArrival(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}
