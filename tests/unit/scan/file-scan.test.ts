import { describe, expect, it } from 'vitest';
import { restoreProgress } from '../../../worker/scan/index.ts';
import { evidenceIds, fixture, letter, mailboxOf, ticket } from '../../support/scan/scan-fixture.ts';
import type { ScriptedMail } from '../../support/mailbox/scripted-gmail.ts';

const SEPARATOR = 'From 1790001234567890@xxx Mon May 04 10:00:00 +0000 2026\n';

function mbox(mails: ScriptedMail[]): string {
  return mails.map(({ raw }) => `${SEPARATOR}${raw.replaceAll('\r\n', '\n')}\n`).join('');
}

/** A blob that fails when it is read beyond an offset, like a drive that is pulled out. */
function failingAfter(text: string, offset: number): Blob {
  const blob = new Blob([text]);
  const slice = blob.slice.bind(blob);
  Object.defineProperty(blob, 'slice', {
    value: (start: number, end: number) =>
      start >= offset
        ? { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }
        : slice(start, end),
  });
  return blob;
}

describe('a scan of a mailbox file', () => {
  it('finds the same mail as a scan of the account', async () => {
    const mails = mailboxOf(30, 12);
    const file = await fixture();
    const progress = await file.scanFile(mbox(mails));
    expect(progress).toMatchObject({
      phase: 'done',
      source: 'file',
      fileName: 'all.mbox',
      unit: 'bytes',
      mailsRead: 42,
      candidates: 12,
      evidenceMails: 12,
    });
    expect(progress.done).toBe(progress.total);
    const account = await fixture(mails);
    await account.scan();
    const strip = (entries: Awaited<ReturnType<typeof file.evidence>>): string[] =>
      entries.map(({ event, tier, subject }) => `${event} ${tier} ${subject}`).toSorted();
    expect(strip(await file.evidence())).toEqual(strip(await account.evidence()));
  });

  it('records that the evidence came from a file, and to whom the mail was addressed', async () => {
    const { scanFile, evidence } = await fixture();
    await scanFile(mbox([ticket('a')]));
    expect(await evidence()).toMatchObject([{ source: 'file', addressedTo: ['robin.keller@mail.example'] }]);
  });

  it('keeps the headers of evidence; a thorough scan keeps one header for each subject', async () => {
    const mails = [letter('a', 'Hello'), letter('b', 'Hello'), ticket('t')];
    const quick = await fixture();
    await quick.scanFile(mbox(mails));
    expect((await quick.store.headerIds()).size).toBe(1);
    const thorough = await fixture();
    await thorough.scanFile(mbox(mails), { thorough: true });
    expect((await thorough.store.headerIds()).size).toBe(2);
  });

  it('changes nothing when the file is not a mailbox, and says what it is', async () => {
    const { scan, scanFile, evidence, store, events } = await fixture(mailboxOf(3, 2));
    await scan();
    const before = [await evidence(), await store.get('checkpoint')];
    const wrong: [string | Blob, string][] = [
      ['', 'mbox_empty'],
      [new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)]), 'mbox_not_a_mailbox'],
      ['Dear diary', 'mbox_not_a_mailbox'],
    ];
    for (const [content, code] of wrong) {
      await expect(scanFile(content)).rejects.toMatchObject({ code });
      expect(events).toEqual([]);
      expect([await evidence(), await store.get('checkpoint')]).toEqual(before);
    }
  });

  it('adds to the findings of the account’s scan, and removes none', async () => {
    const { scan, scanFile, evidence, store } = await fixture(mailboxOf(3, 2));
    await scan();
    await scanFile(mbox([ticket('f')]));
    expect((await evidence()).map(({ source }) => source)).toEqual(['account', 'account', 'file']);
    expect(await store.get('checkpoint')).toMatchObject({
      last: 'file',
      account: { state: 'done' },
      file: { state: 'done' },
    });
    // The account's next scan still reads only new mail.
    expect(await scan()).toMatchObject({ phase: 'done', evidenceMails: 2 });
    expect(evidenceIds(await evidence())).toHaveLength(3);
  });

  it('finds nothing twice in the same file', async () => {
    const { scanFile, evidence } = await fixture();
    const text = mbox(mailboxOf(2, 3));
    await scanFile(text);
    await scanFile(text);
    expect(await evidence()).toHaveLength(3);
  });

  it('reads what is left of the last mail in a truncated file', async () => {
    const { scanFile, evidence } = await fixture();
    const text = mbox([ticket('a'), ticket('b')]);
    expect(await scanFile(text.slice(0, text.lastIndexOf('confirmed') + 40))).toMatchObject({
      phase: 'done',
      mailsRead: 2,
    });
    expect(await evidence()).toHaveLength(2);
  });

  it('of a file without travel mail ends with no findings', async () => {
    const { scanFile } = await fixture();
    expect(await scanFile(mbox(mailboxOf(5, 0)))).toMatchObject({
      phase: 'done',
      candidates: 0,
      evidenceMails: 0,
      error: null,
    });
  });

  it('leaves spam and trash unread', async () => {
    const spam = { id: 's', raw: `X-Gmail-Labels: Spam\r\n${ticket('s').raw}` };
    const trash = { id: 'u', raw: `X-Gmail-Labels: Papierkorb,Ungelesen\r\n${ticket('u').raw}` };
    const { scanFile, store } = await fixture();
    expect(await scanFile(mbox([spam, letter('a'), trash, spam]))).toMatchObject({
      mailsRead: 1,
      evidenceMails: 0,
      unreadable: 0,
      leftOut: { Spam: 2, Papierkorb: 1 },
    });
    expect(await restoreProgress(store)).toMatchObject({ leftOut: { Spam: 2, Papierkorb: 1 } });
    // The next scan counts from zero.
    expect((await scanFile(mbox([letter('a')]))).leftOut).toEqual({});
  });

  it('is still known if an older version stored it, without the counts of what was left out', async () => {
    const { scanFile, store } = await fixture();
    await scanFile(mbox([letter('a')]));
    const checkpoint = await store.get('checkpoint');
    const { leftOut, ...older } = checkpoint?.file ?? { leftOut: null };
    expect(leftOut).toEqual({});
    await store.put('checkpoint', { ...checkpoint, file: older } as never);
    expect(await store.get('checkpoint')).toEqual(checkpoint);
  });

  it('keeps why it was paused: with its details, and as an older version stored it, in words', async () => {
    const { scanFile, store } = await fixture();
    await scanFile(mbox([letter('a')]));
    const checkpoint = await store.get('checkpoint');
    const detailed = { code: 'email_failed', message: 'Failed to fetch email with ID: t4', id: 't4' };
    const worded = { code: 'mbox_unreadable', message: 'This file could not be read to its end.' };
    for (const error of [detailed, worded]) {
      const file = { ...checkpoint?.file, state: 'paused', error };
      await store.put('checkpoint', { ...checkpoint, file } as never);
      expect(await restoreProgress(store)).toMatchObject({ phase: 'paused', error, activity: null });
    }
  });

  it('resumes an interrupted file at its offset, and starts anew with another file', async () => {
    const mails = Array.from({ length: 300 }, (_, index) =>
      ticket(`t${index}`, { subject: `Ticket ${index} ${'x'.repeat(30_000)}` }),
    );
    const text = mbox(mails);
    const { scanFile, evidence, restarted, events } = await fixture();
    const size = text.length;
    const paused = await scanFile(failingAfter(text, size - 700_000));
    expect(paused).toMatchObject({ phase: 'paused', error: { code: 'mbox_unreadable' } });
    const kept = (await evidence()).length;
    expect(kept).toBeGreaterThan(200);
    expect(kept).toBeLessThan(300);
    expect(events.every((event, index) => event.done >= (events[index - 1]?.done ?? 0))).toBe(true);

    const next = await restarted();
    expect(await restoreProgress(next.store)).toMatchObject({
      phase: 'paused',
      source: 'file',
      fileName: 'all.mbox',
      unit: 'bytes',
      total: size,
    });
    expect(await next.scanFile(text)).toMatchObject({ phase: 'done', mailsRead: 300, evidenceMails: 300 });
    // The first progress report gives the offset at which the scan resumes.
    expect(next.events[1]?.done).toBeGreaterThan(7_000_000);
    expect(await next.scanFile(mbox([letter('other')]))).toMatchObject({ phase: 'done', mailsRead: 1 });
  });

  it('changes nothing when it is cancelled before it starts', async () => {
    const { scanFile, store } = await fixture();
    const text = mbox(mailboxOf(1, 1));
    expect(await scanFile(text, { signal: AbortSignal.abort() })).toMatchObject({
      phase: 'cancelled',
      error: null,
    });
    expect(await store.get('checkpoint')).toBeUndefined();
  });

  it('is cancelled without an error, and resumes later', async () => {
    const text = mbox(mailboxOf(400, 30));
    const { scanFile, evidence } = await fixture();
    const cancel = new AbortController();
    const cancelled = await scanFile(text, {
      signal: cancel.signal,
      lookup: () => Promise.resolve([]),
      onProgress: () => cancel.abort(),
    });
    expect(cancelled).toMatchObject({ phase: 'cancelled', error: null });
    expect(await scanFile(text)).toMatchObject({ phase: 'done', mailsRead: 430 });
    expect(await evidence()).toHaveLength(30);
  });
});
