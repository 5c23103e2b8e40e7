/** The main job by keyboard alone; axe looks at every state on the way, and the focus is where one goes on. */
import type { Page, Route } from '@playwright/test';
import { DESKTOP, expectAccessible, PHONE } from './accessible.ts';
import { expectArrival, press, tabTo } from './keyboard.ts';
import { expect, test } from './server.ts';

const MESSAGES = '**/gmail/v1/users/me/messages/**';
const BOTH = [PHONE, DESKTOP];
const RUNNING = /Looking through your mailbox|Reading your mail/;

interface Held {
  /** A mail is asked for that is held. */
  reached: Promise<void>;
  /** Answers what is held, and all that comes. */
  end(answer: (route: Route) => Promise<void>): void;
}

/** Lets this many mails through and holds all others. */
async function holdFrom(page: Page, mails: number): Promise<Held> {
  const reached = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<(route: Route) => Promise<void>>();
  let asked = 0;
  await page.route(MESSAGES, async (route) => {
    asked += 1;
    if (asked <= mails) return route.continue();
    reached.resolve();
    return (await answer.promise)(route);
  });
  return { reached: reached.promise, end: answer.resolve };
}

test('the main job can be done by keyboard, and axe finds nothing on the way', async ({ page, context }) => {
  // It looks at fifteen states, twice each at least.
  test.setTimeout(240_000);
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
    await expectAccessible(page, 'how it works');
    await back('How it works');
  });

  await test.step('consenting', async () => {
    await page.reload();
    await press(page, 'Try the demo mailbox');
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
    await expectAccessible(page, 'consenting');
    await press(page, 'Allow');
    await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
    await expectAccessible(page, 'signed in');
  });

  await test.step('scanning, paused by an error, resumed', async () => {
    const failing = await holdFrom(page, 25);
    await press(page, 'Scan my mailbox');
    await expectArrival(page, RUNNING);
    await failing.reached;
    await expectAccessible(page, 'scanning');
    await tabTo(page, page.getByRole('grid').locator('button[tabindex="0"]'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Stamp / })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid').locator('button:focus')).toHaveCount(1);
    failing.end((route) => route.abort('internetdisconnected'));
    await expectArrival(page, 'The scan is paused');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'paused by an error');

    await page.unroute(MESSAGES);
    const waiting = await holdFrom(page, 10);
    await press(page, 'Resume');
    await expectArrival(page, RUNNING);
    await waiting.reached;
    await expectAccessible(page, 'resumed');
    waiting.end((route) => route.continue());
    await expectArrival(page, 'Your stamps');
    await page.unroute(MESSAGES);
  });

  await test.step('found', async () => {
    await expectAccessible(page, 'facts', BOTH);
    await press(page, /^Devcon 7 SEA, /);
    await expectAccessible(page, 'evidence', BOTH);
    await page.keyboard.press('Escape');
    await press(page, 'Tick further events');
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
    await expectAccessible(page, 'the mails of a stamp');
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('switch', { name: 'Show Devcon 7 SEA' }));
    await page.keyboard.press('Space');
    await press(page, 'Disclose selected');
    await expect(page.getByText('They see: Devcon 7 SEA. Nothing else.')).toBeFocused();
    await expectAccessible(page, 'disclosed');
  });

  await test.step('offline', async () => {
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expectAccessible(page, 'offline');
    await context.setOffline(false);
  });
});
