/** The page's time, for what goes by itself before a busy machine has looked. */
import type { Page } from '@playwright/test';

/** By how much time is put forward before it stops: it cannot go back, and no test takes longer. Milliseconds. */
const AHEAD_MS = 600_000;

/** From now on the page's timers wait until its clock is told otherwise. The clock must have been installed. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD_MS);
}
