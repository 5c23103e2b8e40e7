/** The main job by keyboard alone. axe checks every state on the way, and the focus must move to the next step. */
import { expectAccessible } from './accessible.ts';
import { holdMails } from './held-mails.ts';
import { expectArrival, press, tabTo } from './keyboard.ts';
import { expect, newServerTest as test } from './server.ts';
import { DESKTOP, PHONE } from './sizes.ts';

const BOTH = [PHONE, DESKTOP];
const RUNNING = /Looking through your mailbox|Reading your mail/;

test('the main job can be done by keyboard, and axe finds nothing on the way', async ({ page, context }) => {
  const back = async (name: string): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name })).toBeFocused();
  };

  await test.step('signed out', async () => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeEnabled();
    await expectAccessible(page, 'signed out', BOTH);
    await press(page, 'How it works');
    await expect(page.getByRole('dialog', { name: 'How it works' })).toBeVisible();
    await expectAccessible(page, 'how it works');
    await back('How it works');
  });

  await test.step('consenting', async () => {
    await page.reload();
    await press(page, 'Try the demo mailbox');
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
    await expectAccessible(page, 'consenting');
    await press(page, 'Allow');
    await expect(page.getByRole('dialog', { name: 'Allow reading' })).toBeVisible();
    await expectAccessible(page, 'before reading is allowed');
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'signed in, without permission to read');
    await press(page, 'Allow reading');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Allow reading' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/demo\/consent\?/);
    await expectAccessible(page, 'consenting to reading');
    await press(page, 'Allow');
    await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
    await expectAccessible(page, 'signed in');
  });

  await test.step('scanning, paused by an error, resumed', async () => {
    const failing = await holdMails(context, 25);
    await press(page, 'Scan my mailbox');
    await expectArrival(page, RUNNING);
    await expect.poll(failing.waiting).toBeGreaterThan(0);
    await expectAccessible(page, 'scanning');
    await tabTo(page, page.getByRole('grid').locator('button[tabindex="0"]'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Place / })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid').locator('button:focus')).toHaveCount(1);
    await failing.answer((route) => route.abort('internetdisconnected'));
    await expectArrival(page, 'The scan is paused');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'paused by an error');

    await failing.end();
    const mails = await holdMails(context, 10);
    await press(page, 'Resume');
    await expectArrival(page, RUNNING);
    await expect.poll(mails.waiting).toBeGreaterThan(0);
    await expectAccessible(page, 'resumed');
    await mails.end();
    await expectArrival(page, 'Your stamps');
  });

  await test.step('found', async () => {
    await expectAccessible(page, 'facts', BOTH);
    await press(page, /^Devcon 7 SEA, /);
    await expect(
      page.getByRole('dialog', { name: 'Devcon 7 SEA' }).getByRole('listitem').first(),
    ).toBeVisible();
    await expectAccessible(page, 'evidence', BOTH);
    await page.keyboard.press('Escape');
    await press(page, 'Tick further events');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Done' })).toBeVisible();
    await expectAccessible(page, 'events to tick');
    await press(page, 'Done');
    await expect(page.getByRole('button', { name: 'Tick further events' })).toBeFocused();
    await press(page, 'karaoke');
    await expect(page.getByRole('button', { name: 'karaoke' })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the ledger, and back', async () => {
    await press(page, 'Privacy ledger');
    await expectArrival(page, 'Privacy ledger');
    await expect(page.getByText(/sent to nobody/)).toBeVisible();
    await expectAccessible(page, 'ledger');
    await press(page, 'Benchmarks on this device');
    await expectArrival(page, 'Benchmarks on this device');
    await expectAccessible(page, 'benchmarks');
    await press(page, 'Back');
    await expectArrival(page, 'Privacy ledger');
    await press(page, 'Back');
    await expectArrival(page, 'Your stamps');
  });

  await test.step('compared, and shown', async () => {
    await press(page, 'Compare privately');
    await expectArrival(page, /facts are on both lists/);
    await expectAccessible(page, 'result', BOTH);
    await tabTo(page, page.getByRole('grid').locator('button[tabindex="0"]'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, 'the mails of a place');
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('switch', { name: 'Show Devcon 7 SEA' }));
    await page.keyboard.press('Space');
    await press(page, 'Disclose selected');
    await expectAccessible(page, 'asked before it is shown');
    await press(page, 'Show to Waystamp');
    await expect(
      page.getByText('Waystamp sees: robin.keller@mail.example · Devcon 7 SEA, verified. Nothing else.'),
    ).toBeFocused();
    await expectAccessible(page, 'disclosed');
  });

  await test.step('details opened, and a question before withdrawing and before leaving', async () => {
    await press(page, 'What you have shown (1)');
    await expectArrival(page, 'What you have shown');
    await expectAccessible(page, 'shown', BOTH);
    await press(page, 'Withdraw Devcon 7 SEA');
    await expectAccessible(page, 'asked before it is withdrawn');
    await page.keyboard.press('Escape');
    await press(page, 'Back');
    await expectArrival(page, /facts are on both lists/);
    await press(page, 'Disconnect');
    await expect(page.getByRole('dialog')).toContainText('1 stamp shown to Waystamp');
    await expectAccessible(page, 'asked before the device is left');
    await press(page, 'Delete my account, too');
    await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible();
    await expectAccessible(page, 'asked before the account is deleted', BOTH);
    await press(page, 'Keep my account');
    await expect(page.getByRole('dialog', { name: 'Disconnect this device?' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('offline', async () => {
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expectAccessible(page, 'offline');
    await context.setOffline(false);
  });
});
