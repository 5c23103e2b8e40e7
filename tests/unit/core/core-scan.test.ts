import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode, WorkerEvent } from '../../../worker/contract.ts';
import { json } from '../../support/core/edge.ts';
import { ADDRESS } from '../../support/core/page-requests.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';
import { factById } from '../../support/catalog.ts';

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
});

describe('scanning a file', () => {
  it('finds facts without a sign-in, and reports them to the page', async () => {
    await value(device.core.open(null));
    const progress = await value(device.scanFile(devconFile()));
    expect(progress).toMatchObject({ phase: 'done', source: 'file', mailsRead: 2, evidenceMails: 1 });
    const facts = device.events.findLast((event) => event.type === 'facts');
    expect(facts?.facts.map(({ id, counts }) => [id, counts])).toEqual([['selfAttestedEvents/devcon', true]]);
    const slot = factById('selfAttestedEvents/devcon')?.slot ?? 0;
    expect(facts?.slots[slot]).toBe(1);
    expect((await value(device.core.slotMails(slot))).map(({ subject }) => subject)).toEqual([
      'Your Devcon ticket',
    ]);
    expect(await value(device.core.slotMails(-1))).toEqual([]);
  });

  it('shows the facts of somebody else’s mail, and never compares them', async () => {
    await device.signIn();
    await value(device.scanFile(devconFile('someone.else@mail.example')));
    const { facts } = await value(device.core.open(device.lastSession() ?? null));
    expect(facts.map(({ id, counts }) => [id, counts])).toEqual([['selfAttestedEvents/devcon', false]]);
    expect((await failed(device.core.compare())).code).toBe('scan_needed');
  });

  it.each<[string, Blob, ErrorCode]>([
    ['an empty file', new Blob([]), 'mbox_empty'],
    [
      'a picture',
      new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])]),
      'mbox_not_a_mailbox',
    ],
  ])('refuses %s and keeps the earlier findings', async (_name, blob, code) => {
    await value(device.core.open(null));
    await value(device.scanFile(devconFile()));
    expect((await failed(device.scanFile(blob))).code).toBe(code);
    const { facts, scan } = await value(device.core.open(null));
    expect(facts).toHaveLength(1);
    expect(scan.phase).toBe('done');
  });

  it('runs one scan at a time', async () => {
    await value(device.core.open(null));
    const first = device.scanFile(devconFile());
    expect((await failed(device.scanFile(devconFile()))).code).toBe('scan_running');
    expect((await value(first)).phase).toBe('done');
  });
});

describe('the mailbox of the account', () => {
  it('may be empty: the scan ends, and comparing says what is missing', async () => {
    await device.signIn();
    const progress = await value(device.core.scan({ source: { kind: 'account' }, thorough: false }));
    expect(progress).toMatchObject({ phase: 'done', evidenceMails: 0 });
    expect((await failed(device.core.compare())).code).toBe('scan_needed');
  });

  it('can be left when its scan is paused, and scanned again later', async () => {
    await device.signIn();
    device.edge.script('GET /gmail/v1/users/me/messages', () => json(401, { error: { code: 401 } }));
    const request = { source: { kind: 'account' as const }, thorough: false };
    expect(await value(device.core.scan(request))).toMatchObject({
      phase: 'paused',
      error: { code: 'token_expired' },
    });
    // The mailbox refused the token, so it is not tried again.
    expect((await failed(device.core.scan(request))).code).toBe('token_expired');
    expect((await value(device.core.cancel())).phase).toBe('cancelled');
    expect(device.events.findLast((event) => event.type === 'scan')?.scan.phase).toBe('cancelled');
    expect((await value(device.core.open(device.lastSession() ?? null))).scan.phase).toBe('cancelled');
    await device.signInAgain();
    expect((await value(device.core.resume())).phase).toBe('done');
  });

  it('reports how long a scan will take', async () => {
    await device.signIn();
    device.edge.script('GET /gmail/v1/users/me/profile', () =>
      json(200, { emailAddress: ADDRESS, messagesTotal: 2_000, threadsTotal: 1, historyId: '1' }),
    );
    const estimate = await value(device.core.estimate());
    expect(estimate.mails).toBe(2_000);
    expect(estimate.thoroughMs).toBeGreaterThan(estimate.searchMs);
  });

  it('needs a permission to read that has not expired', async () => {
    expect(await value(device.core.open(null))).toMatchObject({ session: null });
    const request = { source: { kind: 'account' as const }, thorough: false };
    expect((await failed(device.core.scan(request))).code).toBe('signed_out');
    await device.signInAgain();
    device.aheadMs = 3_601_000;
    expect((await failed(device.core.scan(request))).code).toBe('token_expired');
    expect(device.lastSession()?.email).toBe(ADDRESS);
  });
});

describe('answers and events', () => {
  it('reach the page in order: an answer is sent only after the page has received every earlier event', async () => {
    const taken: WorkerEvent[] = [];
    await device.core.subscribe(async (event) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      taken.push(event);
    });
    await value(device.core.open(null));
    await value(device.scanFile(devconFile()));
    expect(taken.findLast((event) => event.type === 'scan')?.scan.phase).toBe('done');
    expect(taken.findLast((event) => event.type === 'facts')?.facts).toHaveLength(1);
  });
});
