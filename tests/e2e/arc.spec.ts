import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { verifyArc } from '../../mail/arc/verify.ts';
import { lookupReceiverKey } from '../../mail/receivers.ts';
import { withBuiltPage } from '../support/browser/built-page.ts';

/** Mail of real people, which is kept outside the repo; see the README there. */
const FOLDER = new URL('../../../shared/fixtures/arc/', import.meta.url);
const FILES = ['residency.eml', 'hello.eml', 'test.eml', 'lorem-ipsum.eml', 'newsletter.eml'];
const present = existsSync(FOLDER);

test(
  present
    ? 'a worker of Chromium gives the seals of real mails the verdicts that Node gives'
    : 'the seals of real mails are NOT CHECKED in Chromium: ../shared/fixtures/arc is missing beside the checkout',
  async () => {
    if (!present) console.warn(`\n!!! ARC samples are NOT CHECKED: ${FOLDER.pathname} is missing !!!\n`);
    const mails = present ? FILES.map((file) => readFileSync(new URL(file, FOLDER), 'latin1')) : [];
    const changed = mails.map((mail) => mail.replace(/^(Subject: .)./m, '$1~'));
    const all = [...mails, ...changed];
    const found = await withBuiltPage(new URL('arc/', import.meta.url), (page) =>
      page.evaluate((texts) => {
        const { verdictsOn } = globalThis as unknown as { verdictsOn: (mails: string[]) => Promise<unknown> };
        return verdictsOn(texts);
      }, all),
    );
    const inNode = await Promise.all(
      all.map((mail) => verifyArc(new Uint8Array(Buffer.from(mail, 'latin1')), lookupReceiverKey)),
    );
    expect(found).toEqual(inNode);
    expect(inNode.map(({ newest }) => newest?.status)).toEqual([
      ...mails.map(() => 'pass'),
      ...changed.map(() => 'fail'),
    ]);
  },
);
