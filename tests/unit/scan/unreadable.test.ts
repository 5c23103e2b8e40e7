import { describe, expect, it } from 'vitest';
import { MAX_UNREADABLE } from '../../../worker/contract.ts';
import { createMboxMailbox } from '../../../worker/mailbox/index.ts';
import type { UnreadableMail, UnreadableReason } from '../../../worker/records.ts';
import { createUnreadableLog } from '../../../worker/scan/state/unreadable-log.ts';
import { mail } from '../../support/mailbox/scripted-gmail.ts';
import type { ScriptedMail } from '../../support/mailbox/scripted-gmail.ts';
import {
  changedCatalog,
  evidenceIds,
  fixture,
  letter,
  mailboxOf,
  newsletter,
  ticket,
} from '../../support/scan/scan-fixture.ts';
import type { Fixture } from '../../support/scan/scan-fixture.ts';

const SEPARATOR = 'From 1790001234567890@xxx Mon May 04 10:00:00 +0000 2026\n';

/** A part nested more deeply than in any real mail. */
function nested(depth: number): string {
  let raw = 'Subject: Devcon\r\n';
  for (let level = 0; level < depth; level += 1) {
    raw += `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`;
  }
  return raw;
}

/** Broken mails that a search for Devcon finds, and the reason that each is unreadable. */
const BROKEN: Readonly<Record<string, { raw: string; reason: UnreadableReason; subject: string | null }>> = {
  noHeader: { raw: '\u0000\u0001 Devcon', reason: 'no-header', subject: null },
  onlyBody: { raw: '\r\nDevcon', reason: 'no-header', subject: null },
  hugeHeader: {
    raw: `Subject: Devcon\r\n${'X-A: y\r\n'.repeat(140_000)}`,
    reason: 'header-too-large',
    subject: 'Devcon',
  },
  deep: { raw: nested(300), reason: 'broken-mime', subject: 'Devcon' },
};
const MAILS: ScriptedMail[] = [
  ticket('t1'),
  ...Object.entries(BROKEN).map(([id, { raw }]) => ({ id, raw })),
  ticket('t2'),
];

describe('broken mail', () => {
  it('never stops a scan of the account, and is recorded with its reason', async () => {
    const { scan, evidence, store } = await fixture(MAILS);
    expect(await scan()).toMatchObject({ phase: 'done', unreadable: 4, error: null });
    expect(evidenceIds(await evidence())).toEqual(['t1', 't2']);
    const recorded = (await store.get('unreadable')) ?? [];
    expect(recorded).toHaveLength(4);
    for (const [messageId, { reason, subject }] of Object.entries(BROKEN)) {
      // The provider's date of receipt replaces a date that the mail does not have.
      const entry = recorded.find((one) => one.messageId === messageId);
      expect(entry).toEqual({ messageId, source: 'account', reason, subject, date: entry?.date });
      expect(entry?.date).toBeGreaterThan(0);
    }
  });

  it('never stops a scan of a file, and is recorded once however often it is scanned', async () => {
    const { scanFile, evidence, store } = await fixture();
    // In an mbox, bytes without a header are text of the mail before them.
    const { noHeader, ...broken } = BROKEN;
    const mails = MAILS.filter(({ raw }) => raw !== noHeader?.raw);
    const mbox = mails.map(({ raw }) => `${SEPARATOR}${raw}\n\n`).join('');
    for (let run = 0; run < 2; run += 1) {
      expect(await scanFile(mbox)).toMatchObject({ phase: 'done', unreadable: 3, error: null });
      expect(await evidence()).toHaveLength(2);
      const recorded = (await store.get('unreadable')) ?? [];
      expect(recorded).toHaveLength(3);
      for (const { reason, subject } of Object.values(broken)) {
        expect(recorded).toContainEqual(
          expect.objectContaining({ source: 'file', reason, subject, date: null }),
        );
      }
    }
  });

  it('is not recorded when the mail was read', async () => {
    const { scan, store } = await fixture([ticket('t1'), letter('l1')]);
    await scan();
    expect(await store.get('unreadable')).toBeUndefined();
  });

  it('is still counted by a later scan that does not read it again', async () => {
    const { scan, restarted } = await fixture(MAILS);
    await scan();
    expect(await scan()).toMatchObject({ phase: 'done', unreadable: 4 });
    const later = await restarted();
    expect(await later.scan({ thorough: true })).toMatchObject({ phase: 'done', unreadable: 4 });
    expect(await listed(later)).toHaveLength(4);
    // Another catalog makes the scan read everything again.
    expect(await later.scan({ catalog: changedCatalog() })).toMatchObject({ phase: 'done', unreadable: 4 });
    expect(await listed(later)).toHaveLength(4);
  });

  it('is listed once for copies in a file, and counted once', async () => {
    const { scanFile, store } = await fixture();
    const copy = `${SEPARATOR}${nested(300)}\n\n`;
    expect(await scanFile(copy + copy)).toMatchObject({ phase: 'done', unreadable: 1 });
    expect(await store.get('unreadable')).toHaveLength(1);
  });

  it('of an earlier file is replaced by that of the next', async () => {
    const { scan, scanFile, store } = await fixture(MAILS);
    await scan();
    await scanFile(`${SEPARATOR}${nested(300)}\n\n`);
    expect(await scanFile(`${SEPARATOR}${letter('a').raw}\n\n`)).toMatchObject({ unreadable: 0 });
    expect(((await store.get('unreadable')) ?? []).map(({ source }) => source)).toEqual(
      Array.from({ length: 4 }, () => 'account'),
    );
  });

  it('is listed whenever the progress counts it', async () => {
    const started = await fixture();
    const mails = Array.from(
      { length: 40 },
      (_, index) => `${SEPARATOR}Subject: ${index}\n${nested(300)}\n\n`,
    );
    const told: Promise<[number, number]>[] = [];
    const listedThen = async (counted: number): Promise<[number, number]> => [
      counted,
      (await listed(started)).length,
    ];
    // Time passes at each reading of the clock, so that some mails are reported before all are stored.
    let time = 0;
    const progress = await started.scanFile(mails.join(''), {
      clock: { now: () => (time += 40), sleep: (ms, signal) => started.clock.sleep(ms, signal) },
      onProgress: ({ unreadable }) => told.push(listedThen(unreadable)),
    });
    expect(progress.unreadable).toBe(40);
    expect(told.length).toBeGreaterThan(20);
    for (const [counted, length] of await Promise.all(told)) expect(length).toBeGreaterThanOrEqual(counted);
  });
});

describe('a mail in a file that is too large', () => {
  const large = mail(
    { Subject: '=?UTF-8?Q?Fotos_f=C3=BCr_Dich?=', Date: 'Mon, 04 May 2026 10:00:00 +0000' },
    'x'.repeat(5_000),
  );

  it('is recorded with the subject and date from its beginning', async () => {
    const { scan, store } = await fixture();
    const file = new Blob([`${SEPARATOR}${ticket('t1').raw}\n${SEPARATOR}${large}\n\n`]);
    const progress = await scan({
      mailbox: createMboxMailbox(file, 2_000),
      source: 'file',
      fileName: 'a.mbox',
    });
    expect(progress).toMatchObject({ phase: 'done', mailsRead: 1, evidenceMails: 1, unreadable: 1 });
    const recorded = await store.get('unreadable');
    const messageId = recorded?.[0]?.messageId ?? '';
    expect(messageId).toMatch(/^[0-9a-f]{64}$/);
    expect(recorded).toEqual([
      {
        messageId,
        source: 'file',
        reason: 'too-large',
        subject: 'Fotos für Dich',
        date: Date.UTC(2026, 4, 4, 10),
      },
    ]);
  });

  it('is left out like others when it was in spam', async () => {
    const { scan, store } = await fixture();
    const file = new Blob([`${SEPARATOR}X-Gmail-Labels: Spam,Unread\n${large}\n\n`]);
    const progress = await scan({
      mailbox: createMboxMailbox(file, 2_000),
      source: 'file',
      fileName: 'a.mbox',
    });
    expect(progress).toMatchObject({ phase: 'done', unreadable: 0, leftOut: { Spam: 1 } });
    expect(await store.get('unreadable')).toBeUndefined();
  });
});

describe('a mail that the provider does not deliver', () => {
  /** Runs the scan three times, after which it gives the mail up. */
  async function givenUp(
    status: number,
    options: { thorough?: boolean; mails?: ScriptedMail[] } = {},
  ): Promise<Fixture> {
    const { thorough = false, mails = mailboxOf(0, 3) } = options;
    const started = await fixture(mails);
    started.gmail.mishap = ({ kind, id }) =>
      kind !== 'metadata' && id === 't1' ? new Response('{}', { status }) : null;
    expect(await started.scan({ thorough })).toMatchObject({ phase: 'paused', unreadable: 0 });
    expect(await started.scan({ thorough })).toMatchObject({ phase: 'paused', unreadable: 0 });
    expect(await started.scan({ thorough })).toMatchObject({ phase: 'done', unreadable: 1 });
    return started;
  }
  const entry = { messageId: 't1', source: 'account', subject: null, date: null };

  it.each([
    [400, 'refused'],
    [500, 'no-answer'],
  ] as const)('with status %d is recorded as %s after three runs', async (status, reason) => {
    expect(await listed(await givenUp(status))).toEqual([{ ...entry, reason }]);
  });

  it('is recorded with what its header says', async () => {
    const started = await givenUp(400, { thorough: true });
    expect(await listed(started)).toEqual([{ ...entry, reason: 'refused', subject: 'Your ticket t1' }]);
  });

  it('leaves the list when a later scan reads it', async () => {
    const { gmail, scan, store, restarted } = await givenUp(500);
    gmail.mishap = () => null;
    expect(await scan()).toMatchObject({ phase: 'done', unreadable: 0, evidenceMails: 3 });
    expect(await store.get('unreadable')).toEqual([]);
    expect(await listed(await restarted())).toEqual([]);
  });

  it('stays in the list when a later scan reads it and finds it broken', async () => {
    const deep = { id: 't1', raw: BROKEN['deep']?.raw ?? '' };
    const started = await givenUp(500, { mails: [ticket('t0'), deep, ticket('t2')] });
    started.gmail.mishap = () => null;
    expect(await started.scan()).toMatchObject({ phase: 'done', unreadable: 1 });
    expect(await listed(started)).toMatchObject([{ messageId: 't1', reason: 'broken-mime' }]);
  });

  it('is tried again by the next scan, and given up again', async () => {
    const started = await givenUp(500);
    expect(await started.scan()).toMatchObject({ phase: 'paused', unreadable: 0 });
    expect(await listed(started)).toEqual([]);
    expect(await started.scan()).toMatchObject({ phase: 'paused', unreadable: 0 });
    expect(await started.scan()).toMatchObject({ phase: 'done', unreadable: 1 });
    expect(await listed(started)).toHaveLength(1);
  });

  it('is tried again even when hits are narrowed to words that it does not contain', async () => {
    const started = await givenUp(500, { mails: [ticket('t0'), newsletter('t1'), ticket('t2')] });
    const { gmail } = started;
    gmail.mishap = () => null;
    gmail.mails.push(...Array.from({ length: 70 }, (_, index) => ticket(`n${index}`)), newsletter('n'));
    gmail.requests.length = 0;
    expect(await started.scan({ catalog: changedCatalog() })).toMatchObject({ phase: 'done', unreadable: 0 });
    const read = gmail.requests.filter(({ kind }) => kind === 'raw').map(({ id }) => id);
    expect(read).toContain('t1');
    expect(read).not.toContain('n');
  });

  it.each([false, true])(
    'is reported while the scan pauses for the others (thorough: %s)',
    async (thorough) => {
      const { scan, gmail } = await fixture(mailboxOf(0, 3));
      gmail.mishap = ({ kind, id }) => {
        if (kind !== (thorough ? 'metadata' : 'raw')) return null;
        return id === 't1' ? new Response('{}', { status: 500 }) : id === 't2' ? 'network' : null;
      };
      for (const unreadable of [0, 0, 1]) {
        expect(await scan({ thorough })).toMatchObject({ phase: 'paused', unreadable });
      }
    },
  );

  it('is removed from the list while it is tried again, and broken mails stay', async () => {
    const deep = { id: 'deep', raw: BROKEN['deep']?.raw ?? '' };
    const started = await fixture([ticket('t1'), deep]);
    started.gmail.mishap = ({ kind, id }) =>
      kind === 'raw' && id === 't1' ? new Response('{}', { status: 500 }) : null;
    for (const unreadable of [1, 1, 2]) expect(await started.scan()).toMatchObject({ unreadable });
    expect((await listed(started)).map(({ messageId }) => messageId).toSorted()).toEqual(['deep', 't1']);
    expect(await started.scan()).toMatchObject({ phase: 'paused', unreadable: 1 });
    expect((await listed(started)).map(({ messageId }) => messageId)).toEqual(['deep']);
  });

  it.each([
    ['read', ticket('t1').raw, []],
    ['found broken', BROKEN['deep']?.raw ?? '', ['broken-mime']],
  ])('counts as %s, if that is what happens after its header failed', async (_, raw, reasons) => {
    const started = await fixture([ticket('t0'), { id: 't1', raw }]);
    started.gmail.mishap = ({ kind, id }) =>
      kind === 'metadata' && id === 't1' ? new Response('{}', { status: 400 }) : null;
    for (const unreadable of [0, 0]) {
      expect(await started.scan({ thorough: true })).toMatchObject({ phase: 'paused', unreadable });
    }
    const told: number[] = [];
    const progress = await started.scan({
      thorough: true,
      onProgress: ({ unreadable }) => told.push(unreadable),
    });
    expect(progress).toMatchObject({ phase: 'done', unreadable: reasons.length });
    expect(Math.max(...told)).toBe(1);
    expect((await listed(started)).map(({ reason }) => reason)).toEqual(reasons);
  });
});

describe('the log of unreadable mails', () => {
  const entry = (messageId: string, source: 'account' | 'file' = 'account'): UnreadableMail => ({
    messageId,
    source,
    reason: 'broken-mime',
    subject: null,
    date: null,
  });

  it('keeps the newest of each source, up to a limit', () => {
    const log = createUnreadableLog([entry('first'), entry('file', 'file')]);
    for (let id = 0; id < MAX_UNREADABLE; id += 1) expect(log.record(entry(`${id}`))).toBe(true);
    expect(log.record({ ...entry('0'), reason: 'read-in-part' })).toBe(false);
    const account = log.all.filter(({ source }) => source === 'account');
    expect(account).toHaveLength(MAX_UNREADABLE);
    expect(account[0]?.messageId).toBe('1');
    expect(account.at(-1)).toEqual({ ...entry('0'), reason: 'read-in-part' });
    expect(log.all).toContainEqual(entry('file', 'file'));
    for (let id = 0; id < MAX_UNREADABLE; id += 1) log.record(entry(`file ${id}`, 'file'));
    expect(log.all).toHaveLength(2 * MAX_UNREADABLE);
  });

  it('is stored only when it has changed', () => {
    const log = createUnreadableLog([entry('a')]);
    log.forgetUnfetched('a');
    log.drop('file');
    expect(log.changed).toBe(false);
    log.drop('account');
    expect(log.changed).toBe(true);
    log.stored();
    expect(log.changed).toBe(false);
  });
});

async function listed({ store }: Fixture): Promise<UnreadableMail[]> {
  return (await store.get('unreadable')) ?? [];
}
