import 'fake-indexeddb/auto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import type { ScanProgress } from '../../../worker/contract.ts';
import { createMboxMailbox } from '../../../worker/mailbox/index.ts';
import { runScan } from '../../../worker/scan/index.ts';
import { openStore } from '../../../worker/store/index.ts';

/** Size of the generated file in MB; the soak run sets more. */
const MEGABYTES = Number(process.env['WAYSTAMP_LARGE_MBOX_MB'] ?? 200);
/** What a scan may take above the baseline, in MB. */
const ALLOWED_MB = 150;
const TICKETS = 7;

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystamp-mbox-'));
  path = join(folder, 'large.mbox');
  const out = createWriteStream(path);
  const attachment = `${'QUJD'.repeat(19)}\r\n`.repeat(13_000);
  const separator = 'From 1790001234567890@xxx Mon May 04 10:00:00 +0000 2026\r\n';
  const mails = Math.ceil(MEGABYTES);
  for (let index = 0; index < mails; index++) {
    const ticket = index % Math.floor(mails / TICKETS) === 0 && index / Math.floor(mails / TICKETS) < TICKETS;
    const text = ticket
      ? 'Your registration for Devcon 7. The badge waits at the venue.'
      : 'The pictures of last night.';
    const mail =
      `From: a@mail.example\r\nTo: robin.keller@mail.example\r\nSubject: Mail ${index}\r\nMIME-Version: 1.0\r\n` +
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n` +
      `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${attachment}--b--\r\n\r\n`;
    if (!out.write(separator + mail)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a large mailbox file', () => {
  it('goes through in constant memory, with visible progress', async () => {
    const { size } = await stat(path);
    const used = (): number => {
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 1_048_576;
    };
    const baseline = used();
    let peak = baseline;
    const events: ScanProgress[] = [];
    const progress = await runScan({
      mailbox: createMboxMailbox(await openAsBlob(path)),
      source: 'file',
      fileName: 'large.mbox',
      thorough: false,
      store: await openStore(new IDBFactory()),
      catalog: CATALOG,
      lookup: () => Promise.resolve([]),
      signal: new AbortController().signal,
      onProgress: (event) => {
        events.push(event);
        peak = Math.max(peak, used());
      },
      onFacts: () => undefined,
      locks: undefined,
    });
    expect(progress).toMatchObject({
      phase: 'done',
      done: size,
      total: size,
      evidenceMails: TICKETS,
      unreadable: 0,
    });
    expect(peak - baseline).toBeLessThan(ALLOWED_MB);
    expect(events.length).toBeGreaterThan(3);
  }, 1_800_000);
});
