/** A missing choice is named exactly, and existing choices are kept. */
import { allowReading, signInToDemo } from '../support/browser/steps.ts';
import { expect, test } from './server.ts';

test('a permission that was left out is named, and can still be given', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Allow reading' });
  await expect(sheet).toContainText('it is sent to your mailbox, to the demo provider when it is taken back');
  await sheet.getByRole('button', { name: 'Allow reading' }).click();
  await page.getByRole('checkbox', { name: /name/i }).uncheck();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Not allowed yet: your name', exact: true })).toBeVisible();
  await expect(page.getByText('Press Allow reading again and tick it')).toBeVisible();
  await expect(page.getByText('Without reading your mail')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Allow reading' }).click();
  await expect(sheet).toContainText('Not allowed so far: your name. The next page has a box for it');
  await allowReading(page);
  await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
});

test('a cancelled thorough scan stays selected, and its numbers count mails', async ({ page }) => {
  await page.goto('/');
  await signInToDemo(page);
  const thorough = page.getByRole('switch', { name: 'Thorough scan' });
  await expect(page.getByText(/Your mailbox holds [\d,]+ mails, spam and trash included/)).toBeVisible();
  await thorough.click();
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await expect(page.getByText(/^of about [\d,]+ mails read$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'The scan was cancelled' })).toBeVisible();
  await expect(thorough).toBeChecked();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The scan was cancelled' })).toBeVisible();
  await expect(thorough).toBeChecked();
  await thorough.click();
  await page.getByRole('button', { name: 'Privacy ledger' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(thorough).not.toBeChecked();
});
