/** A mailbox file that a person opens. */
import type { Page } from '@playwright/test';

/** A mailbox with one unsigned mail to `to` about Devcon 7 SEA. */
export function devconMbox(to = 'sam@person.example'): string {
  return [
    'From 1@xxx Tue Oct 01 10:00:00 +0000 2024',
    'From: Devcon <tickets@devcon.org>',
    `To: ${to}`,
    'Subject: Your Devcon ticket',
    'Date: Tue, 1 Oct 2024 10:00:00 +0000',
    '',
    'Your ticket for Devcon SEA. Bring this ticket to the venue for check-in at the conference.',
    '',
  ].join('\r\n');
}

/** *Import a mailbox file*, with a file of this content. */
export async function importFile(page: Page, content: string | Buffer, name = 'a.mbox'): Promise<void> {
  await page
    .getByLabel('Mailbox file')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}
