import { beforeEach, describe, expect, it } from 'vitest';
import { factById } from '../../../catalog/index.ts';
import type { ErrorCode } from '../../../worker/contract.ts';
import { json } from '../../support/core/edge.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
  await device.signIn();
  await value(device.scanFile(devconFile()));
  await value(device.core.choose({ interests: ['running', 'bars'], events: [] }));
});

describe('disclosing', () => {
  it('wants a comparison first', async () => {
    expect((await failed(device.core.disclose(['travelInterests/bars']))).code).toBe('nothing_selected');
  });

  it('sends the tokens of the chosen facts only, and marks them', async () => {
    await value(device.core.compare());
    const result = await value(device.core.disclose(['travelInterests/bars', 'verifiedTravelEvents/edcon']));
    expect(result.disclosed.map(({ id }) => id)).toEqual(['travelInterests/bars']);
    const sent = device.edge.sent.find(({ path }) => path === '/api/psi/disclose');
    const { sessionId, facts } = (sent?.body ?? {}) as {
      sessionId: string;
      facts: { slot: number; token: string }[];
    };
    expect(sessionId).toMatch(/^[0-9a-f]{64}$/);
    expect(facts.map(({ slot }) => slot)).toEqual([factById('travelInterests/bars')?.slot]);
    expect(facts[0]?.token).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
    expect(device.events.findLast((event) => event.type === 'result')?.result).toEqual(result);
  });

  it('can still be done after a reload', async () => {
    await value(device.core.compare());
    const session = device.lastSession() ?? null;
    await device.reload();
    await value(device.core.open(session));
    expect((await value(device.core.disclose(['selfAttestedEvents/devcon']))).disclosed).toHaveLength(1);
  });

  it.each<[number, ErrorCode]>([
    [403, 'disclosure_refused'],
    [404, 'disclosure_refused'],
    [410, 'disclosure_refused'],
    [401, 'session_invalid'],
    [503, 'server_unavailable'],
  ])('that is answered with %d fails as %s, and nothing is marked', async (status, code) => {
    await value(device.core.compare());
    device.edge.script('POST /api/psi/disclose', () => json(status, { error: 'no' }));
    expect((await failed(device.core.disclose(['travelInterests/bars']))).code).toBe(code);
    expect((await value(device.core.open(device.lastSession() ?? null))).result?.disclosed).toEqual([]);
  });

  it('keeps the mark over a new comparison', async () => {
    await value(device.core.compare());
    await value(device.core.disclose(['travelInterests/bars']));
    expect((await value(device.core.compare())).disclosed.map(({ id }) => id)).toEqual([
      'travelInterests/bars',
    ]);
  });
});
