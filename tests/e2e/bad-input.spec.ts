/** Wrong files, expired tokens, a server that is down, empty mailboxes: a clear message, a way on, nothing lost. */
import { readDevice } from './device.ts';
import { startServer } from './recorded.ts';
import { devconMbox, importFile } from './mailbox-file.ts';
import { expect, test } from './server.ts';
import { scanMailbox, signInToDemo } from './steps.ts';

const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(500, 7)]);

const TICKET = devconMbox();

test('a file that is no mailbox is refused, and what was found before stays', async ({ page }) => {
  await page.goto('/');
  await importFile(page, TICKET);
  const found = page.getByRole('region', { name: 'Self-attested events' }).getByText('Devcon 7 SEA');
  await expect(found.first()).toBeVisible();
  const before = await readDevice(page);
  const wrong: [string, Buffer, string][] = [
    ['photo.jpg', JPEG, 'This file is not a mailbox'],
    ['empty.mbox', Buffer.alloc(0), 'This file holds no mail'],
  ];
  for (const [name, buffer, title] of wrong) {
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await importFile(page, buffer, name);
    await expect(page.getByText(title).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import a mailbox file' }).first()).toBeVisible();
    expect((await readDevice(page)).headers).toEqual(before.headers);
  }
});

test('a truncated mailbox file is read as far as it goes', async ({ page }) => {
  await page.goto('/');
  const second = TICKET.replaceAll('Devcon', 'EthCC').replaceAll('devcon', 'ethcc');
  await importFile(page, `${TICKET}\r\n${second.slice(0, 180)}`);
  await expect(
    page.getByRole('region', { name: 'Self-attested events' }).getByText('Devcon 7 SEA').first(),
  ).toBeVisible();
});

test('facts of a file are compared after a sign-in that asks for address and profile only', async ({
  page,
  server,
}) => {
  const file = await page.request.get(`${server.origin}/demo/mailbox.mbox`);
  await page.goto('/');
  await importFile(page, await file.body());
  await page.getByRole('button', { name: 'Compare privately' }).click({ timeout: 90_000 });
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await page.getByRole('button', { name: 'Allow' }).click();
  const compare = page.getByRole('button', { name: 'Compare privately' });
  const disclose = page.getByRole('button', { name: 'Disclose selected' });
  await expect(compare.or(disclose).first()).toBeVisible();
  if (!(await disclose.isVisible())) await compare.click();
  await expect(disclose).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Show Devcon 7 SEA' })).toBeVisible();
});

test('a token that expires in mid-scan asks for a new sign-in and the scan goes on', async ({ page }) => {
  await page.goto('/');
  await signInToDemo(page);
  let reads = 0;
  await page.route('**/gmail/v1/users/me/messages/**', async (route) => {
    reads += 1;
    if (reads <= 25) return route.continue();
    return route.fulfill({
      status: 401,
      json: {
        error: {
          code: 401,
          message: 'Request had invalid authentication credentials.',
          status: 'UNAUTHENTICATED',
        },
      },
    });
  });
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await expect(page.getByText('Your sign-in has run out').first()).toBeVisible();
  const { headers } = await readDevice(page);
  expect(headers.length).toBeGreaterThan(0);
  await page.unroute('**/gmail/v1/users/me/messages/**');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  const resume = page.getByRole('button', { name: 'Resume' });
  const compare = page.getByRole('button', { name: 'Compare privately' });
  await expect(resume.or(compare).first()).toBeVisible();
  if (await resume.isVisible()) await resume.click();
  await expect(compare).toBeVisible();
  expect((await readDevice(page)).headers.length).toBeGreaterThan(headers.length);
});

test('refusing consent ends in a calm message and the same ways in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You are not signed in').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeVisible();
  expect((await readDevice(page)).session).toBeNull();
});

test('a server that is down is told, and the comparison works when it is back', async ({ page }) => {
  const first = await startServer();
  const { origin, dataDir } = first;
  const port = Number(new URL(origin).port);
  await page.goto(origin);
  await signInToDemo(page);
  await scanMailbox(page);
  await first.kill('SIGKILL');
  await page.getByRole('button', { name: 'Compare privately' }).click();
  await expect(page.getByText('The server does not answer').first()).toBeVisible();
  const again = await startServer({ dataDir, port });
  try {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('button', { name: 'Disclose selected' })).toBeVisible();
  } finally {
    await again.stop();
  }
});
