/** Mail that a scan could not read, or left out as spam or trash, is listed with the reason and opens by keyboard. */
import { importFile } from './mailbox-file.ts';
import { expect, test } from './server.ts';
import { expectToFitPhones } from './sizes.ts';

const SEPARATOR = 'From 1@xxx Tue Oct 01 10:00:00 +0000 2024\r\n';

function mail(subject: string, rest: string): string {
  const date = 'Date: Tue, 1 Oct 2024 10:00:00 +0000';
  return `${SEPARATOR}From: Devcon <tickets@devcon.org>\r\nSubject: ${subject}\r\n${date}\r\n${rest}\r\n\r\n`;
}

/** Parts nested more deeply than in any real mail. */
function nested(): string {
  const level = (depth: number): string =>
    `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`;
  return Array.from({ length: 300 }, (_, depth) => level(depth)).join('');
}

const TICKET = 'To: sam@person.example\r\n\r\nYour ticket for Devcon. Bring it to the venue for check-in.';
const MBOX = [
  mail('Your Devcon ticket', TICKET),
  mail('A damaged newsletter', nested()),
  mail('Won a trip', `X-Gmail-Labels: Spam,Unread\r\n\r\n${TICKET}`),
  mail('Old news', `X-Gmail-Labels: Trash,Opened\r\n\r\n${TICKET}`),
].join('');

test('mail that could not be read is listed with its reason, and deleted with everything else', async ({
  page,
}) => {
  await page.goto('/');
  await importFile(page, MBOX);
  const facts = page.getByRole('region', { name: 'Self-attested events' });
  await expect(facts.getByText('Devcon 7 SEA').first()).toBeVisible();

  const unreadable = page.locator('summary', { hasText: '1 mail could not be read' });
  const list = page.getByRole('list', { name: 'Mails that could not be read' });
  await expect(unreadable).toBeVisible();
  await expect(list).toBeHidden();
  await unreadable.focus();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveText([/A damaged newsletter.*1 Oct 2024.*It is damaged/]);
  await expect(page.getByText('nothing else is affected')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(list).toBeHidden();

  const leftOut = page.locator('summary', { hasText: '2 mails in spam or trash were left out' });
  await leftOut.click();
  await expect(page.getByText('“Spam” on 1 and “Trash” on 1')).toBeVisible();
  await unreadable.click();
  await expect(list).toBeVisible();
  await expectToFitPhones(page);

  await page.reload();
  await unreadable.click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Look again' })).toBeVisible();
  await expect(unreadable).toBeVisible();

  await page.getByRole('button', { name: 'Stamps', exact: true }).click();
  await page.getByRole('button', { name: 'Erase everything from this device' }).click();
  await expect(page.getByRole('dialog')).toContainText('It cannot be undone.');
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(unreadable).toBeVisible();
  await page.getByRole('button', { name: 'Erase everything from this device' }).click();
  await page.getByRole('button', { name: 'Erase everything', exact: true }).click();
  await expect(page.getByText('Everything was erased from this device.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toBeVisible();
  await expect(unreadable).toBeHidden();
});

test('a file that contains only spam is not reported as one without mail', async ({ page }) => {
  await page.goto('/');
  await importFile(page, mail('Won a trip', `X-Gmail-Labels: Spam,Unread\r\n\r\n${TICKET}`));
  await expect(page.getByText('1 mail in spam or trash was left out')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No events found yet' })).toBeVisible();
});
