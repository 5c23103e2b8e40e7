import { expect, it } from 'vitest';
import { MAX_PARTS } from '../../../mail/mime/input.ts';
import { MAX_TEXT_BYTES } from '../../../mail/mime/text-limit.ts';
import { createGmailMailbox } from '../../../worker/mailbox/index.ts';
import type { GmailMailbox } from '../../../worker/mailbox/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { json, ScriptedGmail } from '../../support/mailbox/scripted-gmail.ts';

const CONTENT = Buffer.alloc(4 * 1024 * 1024, 'Some words of a very long mail. ');
const DATA = CONTENT.toString('base64url');
const FORMATS = {
  raw: { id: 'a', internalDate: '1700000000000', raw: DATA },
  full: { id: 'a', payload: { mimeType: 'text/html', body: { data: DATA } } },
};

/** A device so slow that each reading of the clock is later than a slice of work may last. */
function slowDevice(answer: unknown): GmailMailbox {
  const clock = new FakeClock();
  const gmail = new ScriptedGmail(clock);
  gmail.mishap = () => json(answer);
  const now = (): number => {
    clock.advance(20);
    return clock.now();
  };
  return createGmailMailbox({
    baseUrl: 'https://gmail.example/gmail/v1/users/me',
    token: () => 'token',
    fetch: gmail.fetch,
    clock: { now, sleep: (ms, signal) => clock.sleep(ms, signal) },
  });
}

it.for(['raw', 'full'] as const)(
  'a large mail fetched %s can be abandoned while it is decoded',
  async (format) => {
    let turns = 0;
    let reading = true;
    const count = (): void => {
      turns += 1;
      if (reading) setImmediate(count);
    };
    setImmediate(count);
    await slowDevice(FORMATS[format])[format]('a', new AbortController().signal);
    reading = false;
    expect(turns).toBeGreaterThan(8);

    const cancelled = new AbortController();
    let left = Math.floor(turns / 2);
    const leave = (): void => void (left-- === 0 ? cancelled.abort() : setImmediate(leave));
    setImmediate(leave);
    const leaving = slowDevice(FORMATS[format])[format]('a', cancelled.signal);
    await expect(leaving).rejects.toMatchObject({ name: 'AbortError' });
  },
);

it('text beyond the limit is cut, and the cut is recorded', async () => {
  const parts = [
    { mimeType: 'text/plain', body: { data: DATA } },
    { mimeType: 'text/html', body: { data: DATA } },
  ];
  const mailbox = slowDevice({ id: 'a', payload: { mimeType: 'multipart/alternative', parts } });
  const record = await mailbox.full('a', new AbortController().signal);
  expect(record?.unreadable).toBe('read-in-part');
  expect(record?.parts).toHaveLength(1);
  expect(record?.body.length).toBeGreaterThan(MAX_TEXT_BYTES - 4);
  expect(record?.body.length).toBeLessThanOrEqual(MAX_TEXT_BYTES);
});

it('text cut within a character is still decoded correctly', async () => {
  const data = Buffer.from(`x${'€'.repeat(MAX_TEXT_BYTES / 2)}`).toString('base64url');
  const headers = [{ name: 'Content-Type', value: 'text/plain; charset=iso-2022-jp' }];
  const mailbox = slowDevice({ id: 'a', payload: { mimeType: 'text/plain', headers, body: { data } } });
  const record = await mailbox.full('a', new AbortController().signal);
  expect(record?.unreadable).toBe('read-in-part');
  expect(record?.body).toMatch(/^x€+$/);
});

it('of a mail with too many parts the first are read, and the cut is recorded', async () => {
  const part = (text: string): unknown => ({
    mimeType: 'text/plain',
    body: { data: Buffer.from(text).toString('base64url') },
  });
  const parts = [
    { mimeType: 'multipart/mixed', parts: [part('first'), part('second')] },
    ...Array.from({ length: 3 * MAX_PARTS }, (_, at) => part(`words ${at}`)),
    // Parts beyond the limit are not looked at.
    'no part',
  ];
  const mailbox = slowDevice({ id: 'a', payload: { mimeType: 'multipart/mixed', parts } });
  const record = await mailbox.full('a', new AbortController().signal);
  expect(record?.unreadable).toBe('read-in-part');
  expect(record?.parts.slice(0, 3)).toEqual(['first', 'second', 'words 0']);
  // The mail itself and its first part contain the others.
  expect(record?.parts).toHaveLength(MAX_PARTS - 2);
});

it('nested parts are read at any depth, up to the limit on their number', async () => {
  const nested = (levels: number): unknown => {
    let payload: unknown = { mimeType: 'text/plain', body: { data: 'd29yZHM' } };
    for (let level = 0; level < levels; level += 1)
      payload = { mimeType: 'multipart/mixed', parts: [payload] };
    return payload;
  };
  const read = (levels: number): ReturnType<GmailMailbox['full']> =>
    slowDevice({ id: 'a', payload: nested(levels) }).full('a', new AbortController().signal);
  expect(await read(MAX_PARTS - 1)).toMatchObject({ body: 'words', unreadable: null });
  expect(await read(2 * MAX_PARTS)).toMatchObject({ body: '', unreadable: 'read-in-part' });
});
