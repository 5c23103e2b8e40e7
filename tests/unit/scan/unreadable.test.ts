import { describe, expect, it } from 'vitest';
import { createUnreadableLog, MAX_UNREADABLE } from '../../../worker/scan/unreadable-log.ts';
import { evidenceIds, fixture, letter, ticket } from './scan-fixture.ts';
import type { ScriptedMail } from '../mailbox/scripted-gmail.ts';

const SEPARATOR = 'From 1790001234567890@xxx Mon May 04 10:00:00 +0000 2026\n';

/** A part within a part, more often than anyone nests them. */
function nested(depth: number): string {
  let raw = 'Subject: Devcon\r\n';
  for (let level = 0; level < depth; level += 1) {
    raw += `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`;
  }
  return raw;
}

/** Broken mails that a search for Devcon finds, and why each cannot be read. */
const BROKEN: Readonly<Record<string, { raw: string; reason: RegExp }>> = {
  noHeader: { raw: '\u0000\u0001 Devcon', reason: /^It has no header$/ },
  onlyBody: { raw: '\r\nDevcon', reason: /^It has no header$/ },
  hugeHeader: {
    raw: `Subject: Devcon\r\n${'X-A: y\r\n'.repeat(140_000)}`,
    reason: /^Its header is too large$/,
  },
  deep: { raw: nested(300), reason: /^Its MIME structure is broken: / },
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
    expect(recorded.map(({ messageId, source }) => `${source} ${messageId}`).toSorted()).toEqual(
      Object.keys(BROKEN)
        .map((id) => `account ${id}`)
        .toSorted(),
    );
    for (const { messageId, reason } of recorded) expect(reason).toMatch(BROKEN[messageId]?.reason ?? /^$/);
  });

  it('never stops a scan of a file, and is recorded once however often it is scanned', async () => {
    const { scanFile, evidence, store } = await fixture();
    // Bytes that are no header are no mail of an mbox, but text of the mail before them.
    const { noHeader, ...broken } = BROKEN;
    const mails = MAILS.filter(({ raw }) => raw !== noHeader?.raw);
    const mbox = mails.map(({ raw }) => `${SEPARATOR}${raw}\n\n`).join('');
    for (let run = 0; run < 2; run += 1) {
      expect(await scanFile(mbox)).toMatchObject({ phase: 'done', unreadable: 3, error: null });
      expect(await evidence()).toHaveLength(2);
      const reasons = ((await store.get('unreadable')) ?? []).map(
        ({ source, reason }) => `${source}: ${reason}`,
      );
      expect(reasons).toHaveLength(3);
      for (const { reason } of Object.values(broken)) {
        expect(reasons.some((told) => told.startsWith('file: ') && reason.test(told.slice(6)))).toBe(true);
      }
    }
  });

  it('leaves no record of mail that was read', async () => {
    const { scan, store } = await fixture([ticket('t1'), letter('l1')]);
    await scan();
    expect(await store.get('unreadable')).toBeUndefined();
  });

  it('is recorded up to a limit, the newest last', () => {
    const log = createUnreadableLog([{ messageId: 'first', source: 'file', reason: 'old' }]);
    for (let id = 0; id < MAX_UNREADABLE; id += 1) {
      log.record({ messageId: `${id}`, source: 'account', reason: 'new' });
    }
    log.record({ messageId: '0', source: 'account', reason: 'again' });
    expect(log.all).toHaveLength(MAX_UNREADABLE);
    expect(log.all[0]?.messageId).toBe('1');
    expect(log.all.at(-1)).toEqual({ messageId: '0', source: 'account', reason: 'again' });
  });
});
