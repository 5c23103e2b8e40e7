/** What a person does, in the words on the screen. */
import type { Page } from '@playwright/test';

/** *Try the demo mailbox* and *Allow reading*, each with its consent; ends with a mailbox that can be scanned. */
export async function signInToDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  await consent(page);
  await allowReading(page);
  await page.getByRole('button', { name: 'Scan my mailbox' }).waitFor();
}

/** *Allow* on the demo provider's page. */
export async function consent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
}

/** *Allow reading* in its sheet, then on the demo provider's page. */
export async function allowReading(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Allow reading' });
  await sheet.getByRole('button', { name: 'Allow reading' }).click();
  await consent(page);
}

/** *Scan my mailbox*; ends when the comparison is offered. */
export async function scanMailbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await page.getByRole('button', { name: 'Compare privately' }).waitFor({ timeout: 90_000 });
}

/** *Disclose selected*, then the press that confirms it; ends when that was answered. */
export async function discloseSelected(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Disclose selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show to Waystamp' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** *Disconnect*, and again on the sheet that explains it; ends when the page has reloaded. */
export async function disconnect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Disconnect' }).click();
  // The first screen appears before the page reloads; anything done then would be cut off.
  const loaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await loaded;
}
