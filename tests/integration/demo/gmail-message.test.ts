import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import { EXPECTED_MAILS } from '../../support/demo-mailbox.ts';
import { openGmail } from './gmail-client.ts';
import type { GmailClient, Message, Part } from './gmail-client.ts';

let gmail: GmailClient;

beforeAll(async () => {
  gmail = await openGmail('full');
});

describe('a message', () => {
  test('in raw format is the mail byte for byte, with the provider’s data beside it', async () => {
    const id = gmail.idOf('ethcc-french-8bit-signed');
    const entry = gmail.store.get(id);
    const message = await gmail.get<Message>(`messages/${id}?format=raw`);
    expect(Buffer.from(message.raw ?? '', 'base64url').equals(Buffer.from(entry?.raw ?? []))).toBe(true);
    expect(message.raw).toMatch(/^[\w-]+$/);
    expect(message).toMatchObject({
      id,
      threadId: id,
      labelIds: ['INBOX', 'CATEGORY_UPDATES'],
      internalDate: String(Date.parse('2024-06-28T16:30:00Z')),
      sizeEstimate: entry?.raw.length,
    });
    expect(message.snippet).toContain('Voici votre billet');
    expect(message).not.toHaveProperty('payload');
  });

  test('in metadata format has the requested headers, with every repetition, or all headers if none is named', async () => {
    const id = gmail.idOf('devcon-ticket-two-signatures');
    const path = `messages/${id}?format=metadata`;
    const asked = await gmail.get<Message>(`${path}&metadataHeaders=DKIM-Signature&metadataHeaders=subject`);
    expect(asked.payload?.headers.map(({ name }) => name)).toEqual([
      'DKIM-Signature',
      'DKIM-Signature',
      'Subject',
    ]);
    expect(asked.payload?.headers[0]?.value).toMatch(/^v=1; a=ed25519-sha256; .*b=/);
    const all = await gmail.get<Message>(path);
    expect(all.payload?.headers.map(({ name }) => name)).toContain('Delivered-To');
    expect(all).not.toHaveProperty('raw');
  });

  test('in full format is the tree of parts with their decoded content', async () => {
    const message = await gmail.get<Message>(
      `messages/${gmail.idOf('zksummit-nested-multipart')}?format=full`,
    );
    const shape = (part: Part): unknown =>
      part.parts ? [part.mimeType, part.parts.map(shape)] : [part.mimeType, part.partId];
    expect(shape(message.payload as Part)).toEqual([
      'multipart/mixed',
      [
        [
          'multipart/related',
          [
            [
              'multipart/alternative',
              [
                ['text/plain', '0.0.0'],
                ['text/html', '0.0.1'],
              ],
            ],
            ['image/gif', '0.1'],
          ],
        ],
        ['application/pdf', '1'],
      ],
    ]);
    const text = message.payload?.parts?.[0]?.parts?.[0]?.parts?.[0];
    expect(Buffer.from(text?.body.data ?? '', 'base64url').toString()).toBe(
      'Your ticket for ZK Summit 11. The venue: Athens Conservatoire – 9\u00a0am.\r\n',
    );
    const file = message.payload?.parts?.[1];
    expect(file).toMatchObject({ filename: 'ticket.pdf', body: { size: 9 } });
    expect(file?.body).not.toHaveProperty('data');
    const attachment = await gmail.get<{ size: number; data: string }>(
      `messages/${message.id}/attachments/${file?.body.attachmentId}`,
    );
    expect(Buffer.from(attachment.data, 'base64url').toString()).toBe('%PDF-1.4\n');
  });

  test('is full if no format is named, and small if minimal', async () => {
    const id = gmail.idOf('sigsing-empty-subject');
    expect(await gmail.get<Message>(`messages/${id}`)).toHaveProperty('payload.body.data');
    expect(await gmail.get<Message>(`messages/${id}?format=minimal`)).not.toHaveProperty('payload');
  });

  test('is available in every format, for every mail of the mailbox', async () => {
    for (const { id, caseName } of gmail.store.mails) {
      if (caseName === null) continue;
      for (const format of ['metadata', 'full']) {
        expect(await gmail.get<Message>(`messages/${id}?format=${format}`)).toMatchObject({ id });
      }
    }
  });

  test.each([
    [404, 'notFound', 'messages/0123456789abcdef'],
    [404, 'notFound', 'messages/0123456789abcdef/attachments/x'],
    [400, 'invalidArgument', 'messages/not-an-id'],
    [404, 'notFound', 'drafts'],
  ])('gives %i %s for %s', async (status, reason, path) => {
    expect(await gmail.failure(`me/${path}`)).toMatchObject({ status, code: status, errors: [{ reason }] });
  });

  test('gives 400 for a format that does not exist', async () => {
    const path = `me/messages/${gmail.idOf('sigsing-empty-subject')}?format=mime`;
    expect(await gmail.failure(path)).toMatchObject({ status: 400 });
  });
});

describe('signatures', () => {
  test('get the verdicts in the table from mailauth too, with the demo’s keys', async () => {
    const signers = new Set(signerDomains(CATALOG));
    const disagreeing: string[] = [];
    for (const { caseName, raw, receivedAt } of gmail.store.mails) {
      const expected = caseName === null ? undefined : EXPECTED_MAILS[caseName];
      if (!expected || expected.dkim.length === 0) continue;
      const { results } = await dkimVerify(Buffer.from(raw), {
        curTime: new Date(receivedAt),
        strict: true,
        resolver: async (name: string) => {
          const domain = name.split('._domainkey.')[1] ?? '';
          const keys = signers.has(domain) ? await gmail.demo.dkimKeys(domain) : [];
          // DNS does not have keys that are out of use.
          const record = keys.find((key) => key.name === name && key.missingSince === null)?.record;
          if (record !== undefined) return [[record]];
          throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' });
        },
      });
      const passed = results.map(
        ({ signingDomain, status }) => `${signingDomain} ${status.result === 'pass'}`,
      );
      const wanted = expected.dkim.map((text) => text.replace(/\w+$/, String(text.endsWith('pass'))));
      if (String(passed) !== String(wanted)) disagreeing.push(`${caseName}: ${String(passed)}`);
    }
    expect(disagreeing).toEqual([]);
  });
});
