import { writeFile } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDemo } from '../../../server/demo/index.ts';
import type { Demo, MailStore } from '../../../server/demo/index.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { call, consentRequest, identify, pkce, signIn } from './sign-in.ts';

const secret = new Uint8Array(32);
/** Mails with line ends other than CRLF, which a file cannot preserve. */
const OTHER_LINE_ENDS = new Set(['zuconnect-bare-line-feeds', 'broken-bytes']);
const inFolder = useFolder();

async function serve(name: string, content: string | Uint8Array): Promise<Demo> {
  const mboxPath = inFolder(name);
  await writeFile(mboxPath, content);
  return createDemo({ secret, mboxPath });
}

function ends(raw: Uint8Array): string {
  return Buffer.from(raw).toString('latin1').trimEnd();
}

describe('the mailbox as a file', () => {
  let original: MailStore;
  let file: Uint8Array;
  let disposition: string | null;

  beforeAll(async () => {
    const demo = createDemo({ secret });
    original = await demo.mailbox();
    const response = await demo.routes.request('/demo/mailbox.mbox');
    disposition = response.headers.get('content-disposition');
    file = new Uint8Array(await response.arrayBuffer());
  });

  test('is in Takeout’s form: labels, and quoted From lines', () => {
    expect(disposition).toBe('attachment; filename="waystamp-demo.mbox"');
    const text = Buffer.from(file).toString('latin1');
    expect(text).toMatch(
      /^From \d+@xxx \w{3} \w{3} \d\d \d\d:\d\d:\d\d \+0000 20\d\d\r\nX-GM-THRID: \d+\r\nX-Gmail-Labels: /,
    );
    expect(text.match(/^From /gm)).toHaveLength(original.mails.length);
    expect(text).toContain('X-Gmail-Labels: Spam\r\n');
  });

  test('gives the same mailbox when it is served again: ids, labels, times, bytes and keys', async () => {
    const demo = await serve('again.mbox', file);
    const again = await demo.mailbox();
    expect(again.owner).toBe('robin.keller@mail.example');
    expect(again.mails.map(({ id }) => id)).toEqual(original.mails.map(({ id }) => id));
    const differing = original.mails.filter((mail, at) => {
      const other = again.mails[at];
      const withoutTakeout = ends(other?.raw ?? new Uint8Array()).replace(
        /^X-GM-THRID: .*\r\nX-Gmail-Labels: .*\r\n/,
        '',
      );
      return (
        String(other?.labels) !== String(mail.labels) ||
        other?.receivedAt !== mail.receivedAt ||
        withoutTakeout !== ends(mail.raw)
      );
    });
    expect(new Set(differing.map(({ caseName }) => caseName))).toEqual(OTHER_LINE_ENDS);
    expect(await demo.dkimKeys('devcon.org')).toHaveLength(3);
  });
});

describe('any mbox', () => {
  const MBOX =
    'From a@b.example Mon Mar 04 10:00:00 2024\nDelivered-To: Kim <kim@post.example>\nSubject: one\n\n>From here\n>>From there\n\nFrom - Tue Mar 05 10:00:00 2024\nSubject: two\nX-Gmail-Labels: Spam,Kept\n\nbody\n';

  test('is served for the person to whom its mail was delivered', async () => {
    const demo = await serve('kim.mbox', MBOX);
    const { owner, mails } = await demo.mailbox();
    expect(owner).toBe('kim@post.example');
    expect(mails.map(({ labels }) => labels)).toEqual([['SPAM', 'Kept'], ['INBOX']]);
    expect(mails.map(({ receivedAt }) => receivedAt)).toEqual([
      Date.UTC(2024, 2, 5, 10),
      Date.UTC(2024, 2, 4, 10),
    ]);
    expect(Buffer.from(mails[1]?.raw ?? []).toString()).toBe(
      'Delivered-To: Kim <kim@post.example>\r\nSubject: one\r\n\r\nFrom here\r\n>From there\r\n',
    );
    const profile = await call(demo, '/gmail/v1/users/me/profile', await signIn(demo));
    expect(await profile.json()).toMatchObject({ emailAddress: 'kim@post.example', messagesTotal: 2 });
  });

  test('is not offered as a file, and not called made-up', async () => {
    const demo = await serve('private.mbox', MBOX);
    expect((await demo.routes.request('/demo/mailbox.mbox')).status).toBe(404);
    const page = await demo.routes.request(`/demo/consent?${consentRequest(pkce().challenge)}`);
    expect(await page.text()).not.toContain('made-up');
    expect(decodeJwt(await identify(demo))).not.toHaveProperty('name');
  });

  test('belongs to the person that the options name', async () => {
    const mboxPath = inFolder('owner.mbox');
    await writeFile(mboxPath, MBOX);
    const demo = createDemo({ secret, mboxPath, mboxOwner: 'lee@post.example' });
    expect((await demo.mailbox()).owner).toBe('lee@post.example');
  });

  test.each<[string, string | Uint8Array]>([
    ['empty.mbox', ''],
    ['picture.jpg', Buffer.from('ffd8ffe000104a464946000101', 'hex')],
    ['text.txt', 'A letter.\n\nNot a mailbox.\n'],
  ])('that is not one (%s) ends with a clear error, not with a crash', async (name, content) => {
    const demo = await serve(name, content);
    await expect(demo.mailbox()).rejects.toThrow('holds no mail');
    const page = await demo.routes.request(`/demo/consent?${consentRequest(pkce().challenge)}`);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('cannot be opened');
  });

  test('that does not exist is reported', async () => {
    const demo = createDemo({ secret, mboxPath: inFolder('nowhere.mbox') });
    await expect(demo.mailbox()).rejects.toThrow('ENOENT');
  });
});
