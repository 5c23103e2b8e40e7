/**
 * Wrong files, expired tokens, a server that is down, empty mailboxes: each gives a clear message and a way on, and
 * nothing is lost.
 */
import { writeFile } from 'node:fs/promises';
import { allowReading, consent, signInToDemo } from '../support/browser/steps.ts';
import { readDevice } from './device.ts';
import { holdMails } from './held-mails.ts';
import { devconMbox, importFile } from './mailbox-file.ts';
import { startServer } from './recorded.ts';
import { expect, test } from './server.ts';
import { stopTime } from './time.ts';

const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(500, 7)]);

const TICKET = devconMbox();

test('a file that is not a mailbox is refused, and earlier findings stay', async ({ page }) => {
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

test('facts of a file are compared after a sign-in that asks only for address and profile', async ({
  page,
  server,
}, testInfo) => {
  // Through the disk, because eight megabytes would slow down the browser and the trace.
  const file = testInfo.outputPath('mailbox.mbox');
  const { body } = await fetch(`${server.origin}/demo/mailbox.mbox`);
  if (body !== null) await writeFile(file, body);
  await page.goto('/');
  await page.getByLabel('Mailbox file').first().setInputFiles(file);
  const compare = page.getByRole('button', { name: 'Compare privately' });
  await compare.click();
  await expect(page).toHaveURL(/\/demo\/consent\?.*scope=openid\+email\+profile&/);
  await consent(page);
  // It was requested before the sign-in and continues by itself.
  await expect(page.getByRole('button', { name: 'Disclose selected' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Show Devcon 7 SEA' })).toBeVisible();
  expect((await readDevice(page)).session?.googleAuthToken).toBeNull();
});

test('a permission that expires during a scan is asked for again, and the scan continues', async ({
  page,
}) => {
  await page.goto('/');
  await signInToDemo(page);
  const mails = await holdMails(page.context(), 25);
  await page.getByRole('button', { name: 'Scan my mailbox' }).click();
  await expect.poll(mails.waiting).toBeGreaterThan(0);
  await mails.answer((route) =>
    route.fulfill({
      status: 401,
      json: {
        error: {
          code: 401,
          message: 'Request had invalid authentication credentials.',
          status: 'UNAUTHENTICATED',
        },
      },
    }),
  );
  await expect(page.getByText('The permission to read your mail has run out').first()).toBeVisible();
  const { headers } = await readDevice(page);
  expect(headers.length).toBeGreaterThan(0);
  await mails.end();
  await page.getByRole('button', { name: 'Allow reading' }).click();
  await allowReading(page);
  await expect(page.getByRole('button', { name: 'Compare privately' })).toBeVisible();
  expect((await readDevice(page)).headers.length).toBeGreaterThan(headers.length);
});

test('refusing consent ends in a calm message and the same ways in', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  const refuse = page.getByRole('button', { name: 'Cancel' });
  await expect(refuse).toBeVisible();
  await stopTime(page);
  await refuse.click();
  await expect(page.getByText('You are not signed in').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeVisible();
  expect((await readDevice(page)).session).toBeNull();
});

test('a person who refuses mail access stays signed in, with the same ways on', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Try the demo mailbox' }).click();
  await consent(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Allow reading' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Reading was not allowed, and nothing was read').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await page.getByRole('button', { name: 'Allow reading' }).click();
  await allowReading(page);
  await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
});

test('a sign-in that the server has ended is asked for again, and nothing is lost', async ({ page }) => {
  await page.goto('/');
  await signInToDemo(page);
  await importFile(page, devconMbox('robin.keller@mail.example'));
  const facts = page.getByRole('region', { name: 'Self-attested events' });
  await expect(facts.getByText('Devcon 7 SEA').first()).toBeVisible();
  const { session } = await readDevice(page);
  const headers = { authorization: `Bearer ${session?.serverSession?.token}` };
  expect((await page.request.delete('/api/session', { headers })).status()).toBe(204);
  await page.getByRole('button', { name: 'Compare privately' }).click();
  await expect(page.getByRole('alert')).toContainText('Your sign-in was ended');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await consent(page);
  await expect(facts.getByText('Devcon 7 SEA').first()).toBeVisible();
  await page.getByRole('button', { name: 'Compare privately' }).click();
  await expect(page.getByRole('switch', { name: 'Show Devcon 7 SEA' })).toBeVisible();
});

test('a session that an older version left on the device is carried over to a new sign-in', async ({
  page,
}) => {
  await page.goto('/');
  await signInToDemo(page);
  await importFile(page, devconMbox('robin.keller@mail.example'));
  const facts = page.getByRole('region', { name: 'Self-attested events' });
  await expect(facts.getByText('Devcon 7 SEA').first()).toBeVisible();
  const old = await page.evaluate(() => {
    const {
      serverSession: _none,
      googleAuthToken,
      ...rest
    } = JSON.parse(localStorage.getItem('session') ?? '{}') as Record<string, object>;
    const { provider: _later, ...token } = googleAuthToken as Record<string, string>;
    localStorage.setItem('session', JSON.stringify({ ...rest, googleAuthToken: token }));
    return token['access_token'] ?? '';
  });
  expect(old).not.toBe('');
  await page.reload();
  await expect(facts.getByText('Devcon 7 SEA').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('session'))).not.toContain(old);
  await page.getByRole('button', { name: 'Compare privately' }).click();
  await expect(page.getByRole('alert')).toContainText('Your sign-in has run out');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await consent(page);
  await page.getByRole('button', { name: 'Compare privately' }).click();
  await expect(page.getByRole('switch', { name: 'Show Devcon 7 SEA' })).toBeVisible();
});

test('a server that is down is reported, and the comparison works when it is back', async ({ page }) => {
  // The mail comes from a file.
  const env = { WAYSTAMP_DEMO_CASE: 'empty' };
  let server = await startServer({ env });
  const { origin, dataDir } = server;
  try {
    await page.goto(origin);
    await signInToDemo(page);
    await importFile(page, devconMbox('robin.keller@mail.example'));
    await expect(page.getByRole('region', { name: 'Self-attested events' })).toBeVisible();
    await server.kill('SIGKILL');
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await expect(page.getByText('The server does not answer').first()).toBeVisible();
    server = await startServer({ dataDir, port: Number(new URL(origin).port), env });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('button', { name: 'Disclose selected' })).toBeVisible();
  } finally {
    await server.stop();
  }
});
