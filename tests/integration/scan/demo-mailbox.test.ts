import { beforeAll, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import type { Demo } from '../../../server/demo/index.ts';
import { createMboxMailbox } from '../../../worker/mailbox/index.ts';
import { factsOf } from '../../../worker/vector/index.ts';
import { EXPECTED_COUNTS } from '../../support/demo-mailbox.ts';
import { openDemo } from '../../support/mailbox/demo-provider.ts';
import { demoScanner } from './demo-scanner.ts';
import type { DemoScanner } from './demo-scanner.ts';

const NO_CHOICES = { interests: [], events: [] };

let demo: Demo;
let thorough: DemoScanner;

beforeAll(async () => {
  demo = await openDemo();
  thorough = await demoScanner(demo);
  await thorough.scan({ thorough: true });
});

describe('the demo mailbox', () => {
  it('has verified and self-attested facts', async () => {
    const lists = factsOf(await thorough.evidence(), NO_CHOICES, CATALOG, null).map(({ list }) => list);
    expect(lists).toContain('verifiedTravelEvents');
    expect(lists).toContain('selfAttestedEvents');
    expect(lists.length).toBeGreaterThanOrEqual(8);
  });

  it('gives the same evidence in a default scan as in a thorough one, within 1,500 units', async () => {
    const quick = await demoScanner(demo);
    expect(await quick.scan()).toMatchObject({ phase: 'done', unreadable: 0 });
    expect(await quick.findings()).toEqual(await thorough.findings());
    expect(quick.units()).toBeLessThanOrEqual(1_500);
  });

  it('is read mail by mail, each once and without spam and trash, in a thorough scan', async () => {
    const { mails, spamAndTrash } = EXPECTED_COUNTS;
    const listed = mails - spamAndTrash;
    const scanner = await demoScanner(demo);
    expect(await scanner.scan({ thorough: true })).toMatchObject({ mailsRead: listed, mails: listed });
    const quick = await demoScanner(demo);
    const { mailsRead, mails: found, candidates } = await quick.scan();
    expect([mailsRead, found]).toEqual([candidates, candidates]);
  });

  it('gives the same evidence as an mbox file, and the same facts for its owner', async () => {
    const download = await demo.routes.request('/demo/mailbox.mbox');
    const file = await demoScanner(demo);
    const progress = await file.scan({
      mailbox: createMboxMailbox(await download.blob()),
      source: 'file',
      fileName: 'mailbox.mbox',
    });
    expect(progress).toMatchObject({ phase: 'done', unreadable: 0 });
    expect(await file.findings()).toEqual(await thorough.findings());
    const owner = (await demo.mailbox()).owner;
    const ids = async (scanner: DemoScanner): Promise<string[]> =>
      factsOf(await scanner.evidence(), NO_CHOICES, CATALOG, owner)
        .filter(({ counts }) => counts)
        .map(({ id }) => id);
    expect(await ids(file)).toEqual(await ids(thorough));
  });

  it('has no findings when it is empty or its owner travelled nowhere', async () => {
    for (const demoCase of ['empty', 'no-travel'] as const) {
      const scanner = await demoScanner(await openDemo({ demoCase }));
      for (const deep of [false, true]) {
        expect(await scanner.scan({ thorough: deep })).toMatchObject({
          phase: 'done',
          evidenceMails: 0,
          error: null,
        });
      }
    }
  });

  // Runs last, because it delivers mail to the mailbox that the others scan.
  it('is scanned again for its new mail only: 10 mails cost at most 300 units', async () => {
    const scanner = await demoScanner(demo);
    expect(await scanner.scan()).toMatchObject({ phase: 'done' });
    const found = (await scanner.findings()).length;
    const before = scanner.units();
    expect(await scanner.scan()).toMatchObject({ phase: 'done' });
    expect(scanner.units() - before).toBe(3);

    const arrived = Array.from({ length: 10 }, (_, index) => {
      const text =
        index < 2 ? 'Your registration for DWeb Camp 2024. Badge and venue inside.' : 'Hello again.';
      const raw = new TextEncoder().encode(
        `From: a@mail.example\r\nSubject: New ${index}\r\n\r\n${text}\r\n`,
      );
      return { caseName: null, receivedAt: Date.now() + index * 1_000, labels: ['INBOX'], raw };
    });
    await (await demo.mailbox()).deliver(arrived);
    expect(await scanner.scan()).toMatchObject({ phase: 'done' });
    expect(scanner.units() - before).toBeLessThanOrEqual(300);
    expect((await scanner.findings()).length).toBe(found + 2);
  });
});
