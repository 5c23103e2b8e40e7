import { beforeEach, describe, expect, it } from 'vitest';
import type { Session, Snapshot } from '../../../worker/contract.ts';
import { json } from '../../support/core/edge.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
});

describe('opening', () => {
  it('restores facts, choices, result and session after a reload', async () => {
    const session = await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.choose({ interests: ['running'], events: ['dweb'] }));
    await value(device.core.compare());
    const before = await value(device.core.open(device.lastSession() ?? session));
    await device.reload();

    const after = await value(device.core.open(before.session));
    expect(after).toEqual(before);
    expect(after.facts.map((fact) => fact.id)).toEqual([
      'selfAttestedEvents/devcon',
      'selfAttestedEvents/dweb',
      'travelInterests/running',
    ]);
    expect(after.result?.selfAttestedEvents).toEqual(['devcon', 'dweb']);
    expect(after.scan.phase).toBe('done');
  });

  it('works with earlier findings when the server is down', async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    const session = device.lastSession() ?? null;
    await device.edge.close();
    await device.reload();
    const snapshot: Snapshot = await value(device.core.open(session));
    expect(snapshot.facts.map((fact) => fact.id)).toEqual(['selfAttestedEvents/devcon']);
    expect(snapshot.asked.catalog.events).toHaveLength(11);
    expect((await failed(device.core.compare())).code).toBe('server_unavailable');
  });

  it('reports that the server is down on a new device, and opens when it is back', async () => {
    device.edge.script('GET /api/config', () => json(503, { error: 'starting' }));
    expect((await failed(device.core.open(null))).code).toBe('server_unavailable');
    await value(device.core.open(null));
  });

  it('treats an unreadable session as absent', async () => {
    const broken = { email: 'nobody' } as unknown as Session;
    expect((await value(device.core.open(broken))).session).toBeNull();
  });
});

describe('signing out', () => {
  it('revokes the mail grant, ends the server’s session and forgets everything', async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.compare());
    await value(device.core.signOut());
    expect(device.edge.calls).toContain('POST /demo/revoke');
    expect(device.edge.calls).toContain('DELETE /api/session');
    expect(device.edge.sessions.size).toBe(0);
    expect(device.lastSession()).toBeNull();
    const snapshot = await value(device.core.open(null));
    expect(snapshot).toMatchObject({ session: null, facts: [], result: null, scan: { phase: 'idle' } });
    expect(snapshot.slots.every((count) => count === 0)).toBe(true);
  });

  it('works without a connection', async () => {
    await device.signIn();
    await device.edge.close();
    await value(device.core.signOut());
    expect(device.lastSession()).toBeNull();
  });
});

describe('another account on the same device', () => {
  it('keeps the file and the choices, and drops the result of the first account', async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    await value(device.core.compare());
    device.edge.address = 'someone.else@mail.example';
    await device.signInAgain();
    const { facts, result, choices } = await value(device.core.open(device.lastSession() ?? null));
    expect(facts.map(({ id, counts }) => [id, counts])).toEqual([
      ['selfAttestedEvents/devcon', false],
      ['travelInterests/bars', true],
    ]);
    expect(result).toBeNull();
    expect(choices.interests).toEqual(['bars']);
  });

  it('differs from the same account signing in again', async () => {
    await device.signIn();
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    await value(device.core.compare());
    await device.signInAgain();
    expect((await value(device.core.open(device.lastSession() ?? null))).result?.travelInterests).toEqual([
      'bars',
    ]);
    expect(device.notices()).toEqual([]);
  });
});
