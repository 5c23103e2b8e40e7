/** What a person does, in the words that stand on the screen. */
import type { Page } from '@playwright/test';

/** *Try the demo mailbox*, then *Allow* on the consent page; ends signed in. */
export async function signInToDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).waitFor();
}

/** *Scan my mailbox*; ends when the comparison is offered. */
export async function scanMailbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await page.getByRole('button', { name: 'Compare privately' }).waitFor({ timeout: 90_000 });
}

/** *Disconnect*; ends when the page has been loaded anew, with nobody signed in. */
export async function disconnect(page: Page): Promise<void> {
  // The first screen is there before the page is loaded anew; what is asked of it then would be cut off.
  const loaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await loaded;
}
