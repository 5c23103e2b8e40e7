import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Outcome } from '../../../worker/contract.ts';
import { createCore } from '../../../worker/core/core.ts';
import type { Core } from '../../../worker/core/core.ts';
import { startEdge } from '../../support/core/edge.ts';
import { READING, SIGN_IN } from '../../support/core/page-requests.ts';
import type { Edge } from '../../support/core/edge.ts';

const SEPARATOR = 'From 1 Mon Jan 01 00:00:00 +0000 2024\r\n';
const LETTER = `${SEPARATOR}Subject: Lunch\r\n\r\nShall we have lunch?\r\n\r\n`;

/** A mail whose parts are nested more deeply than in any real mail. */
function broken(subject: string): string {
  let raw = `${SEPARATOR}Subject: ${subject}\r\nDate: Tue, 01 Oct 2024 10:00:00 +0000\r\n`;
  for (let level = 0; level < 300; level += 1) {
    raw += `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`;
  }
  return `${raw}\r\n`;
}

let edge: Edge;
let database: IDBFactory;
let core: Core;

function startCore(): Core {
  return createCore({
    origin: edge.origin,
    fetch,
    loadPsi: () => initPsi(),
    indexedDB: database,
    onUnexpected: (cause) => {
      throw cause;
    },
  });
}

beforeEach(async () => {
  edge = await startEdge();
  database = new IDBFactory();
  core = startCore();
  await value(core.open(null));
});
afterEach(async () => {
  await core.close();
  await edge.close();
});

async function value<T>(work: Promise<Outcome<T>>): Promise<T> {
  const outcome = await work;
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.value;
}
async function scanFile(...mails: string[]): Promise<number> {
  const source = { kind: 'file', file: new Blob(mails), name: 'mail.mbox' } as const;
  return (await value(core.scan({ source, thorough: false }))).unreadable;
}
async function subjects(): Promise<(string | null)[]> {
  return (await value(core.unreadableMails())).map(({ subject }) => subject);
}
async function signIn(): Promise<void> {
  await value(core.signIn(SIGN_IN));
  await value(core.allowReading(READING));
}

describe('the list of mails that could not be read', () => {
  it('is empty before a scan, and after one that read everything', async () => {
    expect(await subjects()).toEqual([]);
    expect(await scanFile(LETTER)).toBe(0);
    expect(await subjects()).toEqual([]);
  });

  it('is newest first, with reasons, and survives the worker', async () => {
    expect(await scanFile(broken('First'), LETTER, broken('Second'))).toBe(2);
    const mails = await value(core.unreadableMails());
    expect(mails).toMatchObject([
      { subject: 'Second', reason: 'broken-mime', source: 'file', date: Date.UTC(2024, 9, 1, 10) },
      { subject: 'First', reason: 'broken-mime', source: 'file' },
    ]);
    await core.close();
    core = startCore();
    expect((await value(core.open(null))).scan.unreadable).toBe(2);
    expect(await value(core.unreadableMails())).toEqual(mails);
  });

  it('covers the source that was scanned last', async () => {
    await signIn();
    expect(await scanFile(broken('In the file'))).toBe(1);
    const account = await value(core.scan({ source: { kind: 'account' }, thorough: false }));
    expect(account).toMatchObject({ phase: 'done', unreadable: 0 });
    expect(await subjects()).toEqual([]);
  });

  it('is deleted with everything else at sign-out', async () => {
    await scanFile(broken('Private'));
    await value(core.signOut());
    expect(await subjects()).toEqual([]);
    await scanFile(LETTER);
    expect(await subjects()).toEqual([]);
  });

  it('keeps the mails of a file when another account signs in', async () => {
    await signIn();
    await scanFile(broken('In the file'));
    edge.address = 'sam@mail.example';
    await signIn();
    expect(await subjects()).toEqual(['In the file']);
  });
});
