import { beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../support/core/edge.ts';
import type { Edge } from '../../support/core/edge.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
  await device.signIn();
  await value(device.scanFile(devconFile()));
});

describe('comparing', () => {
  it('names what both sides hold, and makes new keys afterwards', async () => {
    const before = device.lastSession();
    await value(device.core.choose({ interests: ['bars', 'karaoke'], events: [] }));
    device.edge.listed = new Set([
      'selfAttestedEvents/devcon',
      'travelInterests/bars',
      'travelInterests/running',
    ]);
    const result = await value(device.core.compare());
    expect(result.selfAttestedEvents).toEqual(['devcon']);
    expect(result.verifiedTravelEvents).toEqual([]);
    expect(result.travelInterests).toEqual(['bars']);
    expect(result.compared).toEqual([
      'selfAttestedEvents/devcon',
      'travelInterests/bars',
      'travelInterests/karaoke',
    ]);
    const after = device.lastSession();
    expect(after?.psiPrivateKeys).not.toBe(before?.psiPrivateKeys);
    expect(after?.psiPublicKeysLink).not.toBe(before?.psiPublicKeysLink);
    expect(device.edge.calls.at(-1)).toBe('POST /api/users/update_psi_keys');
    expect(device.notices()).toEqual([]);
  });

  it('deletes the private keys before the request leaves', async () => {
    let kept: string | undefined;
    device.edge.script('POST /api/psi/round2', () => {
      kept = device.lastSession()?.psiPrivateKeys;
      return json(500, { error: 'late' });
    });
    await failed(device.core.compare());
    expect(kept).toBe('');
  });

  it('makes the same calls whether the server lists everything or nothing', async () => {
    const callsOf = async (listed: Edge['listed']): Promise<string[]> => {
      device.edge.listed = listed;
      device.edge.calls.length = 0;
      await value(device.core.compare());
      // The look-ups of the previous scan may still be running.
      return device.edge.calls.filter((call) => call !== 'GET /api/dkim/keys');
    };
    const everything = await callsOf('everything');
    expect((await value(device.core.open(device.lastSession() ?? null))).result?.selfAttestedEvents).toEqual([
      'devcon',
    ]);
    device.edge.calls.length = 0;
    expect(await callsOf(new Set())).toEqual(everything);
  });

  it('replaces keys that another device replaced, says so, and compares', async () => {
    device.edge.script('POST /api/psi/round2', () => json(409, { error: 'replaced', code: 'keys_replaced' }));
    expect((await value(device.core.compare())).selfAttestedEvents).toEqual(['devcon']);
    expect(device.notices()).toEqual([{ code: 'keys_replaced' }]);
  });

  it('stops retrying when the server refuses all keys', async () => {
    const refusals = Array.from({ length: 3 }, () => () => json(409, { error: 'used', code: 'keys_used' }));
    device.edge.script('POST /api/psi/round2', ...refusals);
    expect((await failed(device.core.compare())).code).toBe('comparison_failed');
    expect(device.edge.calls.filter((call) => call === 'POST /api/psi/round2')).toHaveLength(2);
  });

  it('makes new keys when the reply is lost, says so, and the next comparison succeeds', async () => {
    device.edge.script('POST /api/psi/round2', () => null);
    expect((await failed(device.core.compare())).code).toBe('server_unavailable');
    expect(device.notices()).toEqual([{ code: 'reply_lost' }]);
    expect(device.lastSession()?.psiPrivateKeys).not.toBe('');
    expect((await value(device.core.compare())).selfAttestedEvents).toEqual(['devcon']);
  });

  it('says once that the server is down, and makes the keys when it is back', async () => {
    device.edge.script('POST /api/psi/round2', () => null);
    device.edge.script('POST /api/psi/upload', () => null);
    expect((await failed(device.core.compare())).code).toBe('server_unavailable');
    expect(device.notices()).toEqual([]);
    expect(device.lastSession()?.psiPrivateKeys).toBe('');
    expect((await value(device.core.compare())).selfAttestedEvents).toEqual(['devcon']);
  });

  it('fails on a malformed reply, and never uses those keys again', async () => {
    const spent = device.lastSession()?.psiPrivateKeys;
    device.edge.script('POST /api/psi/round2', () => new Response(new Uint8Array(20_000)));
    expect((await failed(device.core.compare())).code).toBe('comparison_failed');
    expect(device.lastSession()?.psiPrivateKeys).not.toBe(spent);
    expect(device.lastSession()?.psiPrivateKeys).not.toBe('');
  });

  it('keeps the result when new keys cannot be made, and makes them before the next comparison', async () => {
    device.edge.script('POST /api/psi/upload', () => json(403, { error: 'no' }));
    expect((await value(device.core.compare())).selfAttestedEvents).toEqual(['devcon']);
    expect(device.lastSession()?.psiPrivateKeys).toBe('');
    expect(device.notices()).toEqual([
      {
        code: 'renewal_late',
        error: { code: 'psi_account_setup', message: 'Error with PSI account setup.' },
      },
    ]);
    await value(device.core.compare());
  });

  it('reports how long a busy server wants to be left alone', async () => {
    device.edge.script('POST /api/psi/round2', () => json(429, { error: 'busy' }, { 'retry-after': '30' }));
    expect(await failed(device.core.compare())).toMatchObject({ code: 'server_unavailable', retryAfter: 30 });
  });
});
