import { expectAccessible } from './accessible.ts';
import { expect, startServer, test } from './recorded.ts';
import { signInToDemo } from '../support/browser/steps.ts';

for (const { mailbox, thorough, message } of [
  { mailbox: 'empty', thorough: true, message: 'There is no mail in it' },
  { mailbox: 'no-travel', thorough: false, message: 'No events found yet' },
]) {
  test(`the ${mailbox} mailbox is reported, and other ways are offered`, async ({ page }) => {
    const server = await startServer({ env: { WAYSTAMP_DEMO_CASE: mailbox } });
    try {
      await page.goto(server.origin);
      await signInToDemo(page);
      if (thorough) await page.getByRole('switch', { name: 'Thorough scan' }).click();
      await page.getByRole('button', { name: 'Scan my mailbox' }).click();
      await expect(page.getByRole('heading', { name: message })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Import a mailbox file' })).toBeVisible();
      await expectAccessible(page, message);
      await page.getByRole('button', { name: 'karaoke' }).click();
      await page.getByRole('button', { name: 'Compare privately' }).click();
      await expect(page.getByRole('switch', { name: 'Show karaoke' })).toBeVisible();
    } finally {
      await server.stop();
    }
  });
}
