/** Every screen works with text twice as large, on a usual phone and on the narrowest one. */
import { consent, discloseSelected, scanMailbox } from '../support/browser/steps.ts';
import { expect, newServerTest as test } from './server.ts';
import { expectTextToFit } from './text-sizes.ts';

test('nothing breaks, is cut off or hides a control when the text is twice as large', async ({
  page,
  context,
}) => {
  const fits = (state: string): Promise<void> => test.step(state, () => expectTextToFit(page, state));
  const heading = async (name: string | RegExp): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();
  const inSheet = async (open: string | RegExp, state: string): Promise<void> => {
    await press(open);
    await expect(page.getByRole('dialog')).toBeVisible();
    await fits(state);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await page.goto('/nothing');
  await heading('There is nothing at this address');
  await fits('an unknown address');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeEnabled();
  await fits('welcome');
  await inSheet('How it works', 'how it works');

  await press('Try the demo mailbox');
  await consent(page);
  await expect(page.getByRole('dialog', { name: 'Allow reading' })).toBeVisible();
  await fits('allow reading, with a toast');
  await page.getByRole('dialog').getByRole('button', { name: 'Allow reading' }).click();
  await consent(page);
  await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
  await fits('before the scan');

  await scanMailbox(page);
  await fits('stamps');
  await inSheet(/^Devcon 7 SEA, /, 'evidence');
  await inSheet('Tick further events', 'events to tick');
  await press('Privacy ledger');
  await expect(page.getByText(/sent to nobody/)).toBeVisible();
  await fits('ledger');
  await press('Benchmarks on this device');
  await heading('Benchmarks on this device');
  await fits('benchmarks');
  await press('Back');
  await heading('Privacy ledger');
  await press('Back');

  await press('Compare privately');
  await heading(/on both lists$/);
  await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).click();
  await fits('result');
  await inSheet('Disclose selected', 'asked before it is shown');
  await discloseSelected(page);
  await fits('disclosed');
  await press(/^What you have shown/);
  await heading('What you have shown');
  await fits('shown');
  await inSheet('Withdraw Devcon 7 SEA', 'asked before it is withdrawn');
  await press('Disconnect');
  await inSheet('Delete my account, too', 'asked before the account is deleted');
  await inSheet('Disconnect', 'asked before the device is left');
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await fits('offline');
});
