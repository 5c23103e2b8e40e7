/** Controls the page's clock, for things that disappear by themselves before a busy machine has looked. */
import type { Page } from '@playwright/test';

/** How far the clock is put forward before it stops, in milliseconds. It cannot go back, and no test takes longer. */
const AHEAD_MS = 600_000;

/** Stops the page's timers until its clock is moved. The clock must be installed. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD_MS);
}
