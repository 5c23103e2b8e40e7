/** Sizes of the screen. */
import type { Page } from '@playwright/test';
import { expect } from './recorded.ts';

interface Size {
  width: number;
  height: number;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** The narrowest phones. */
export const NARROW = { width: 320, height: 844 };

/** Ends when the page has the size. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width);
}

/** Expects nothing to be wider than a phone. Leaves the page at the usual phone's size. */
export async function expectToFitPhones(page: Page): Promise<void> {
  for (const size of [NARROW, PHONE]) {
    await resize(page, size);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
}
