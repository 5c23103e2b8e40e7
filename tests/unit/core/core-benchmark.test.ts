import { beforeEach, describe, expect, it } from 'vitest';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';
import { storedIn } from '../../support/stored.ts';
import { turnsUntil } from '../../support/turns.ts';

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
});

/** Every key and value in every store of every database. */
async function everythingKept({ database }: ScriptedDevice): Promise<unknown[]> {
  const databases = await database.databases();
  return Promise.all(
    databases.map(async ({ name = '', version }) => [name, version, await storedIn(database, name)]),
  );
}

describe('measuring', () => {
  it('changes no store and no session, sends nothing, and reports nothing to the page', async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    await value(device.core.compare());
    const before = await everythingKept(device);
    const [events, calls] = [device.events.length, device.edge.calls.length];
    expect(JSON.stringify(before)).toContain('selfAttestedEvents/devcon');

    for (const suite of ['dkim', 'attest'] as const) {
      const figures = await value(device.core.benchmark(suite));
      expect(figures?.every((figure) => figure.suite === suite && figure.runs > 0)).toBe(true);
    }

    expect(await everythingKept(device)).toEqual(before);
    expect(device.events.slice(events)).toEqual([]);
    expect(device.edge.calls.slice(calls)).toEqual([]);
  });

  it('needs no open stores, and creates none', async () => {
    expect(await value(device.core.benchmark('attest'))).toHaveLength(2);
    expect(await device.database.databases()).toEqual([]);
  });

  it.each(['slots', 'psi'] as const)('of %s stops when it is cancelled', async (suite) => {
    const running = device.core.benchmark(suite);
    const waiting = device.core.benchmark('psi');
    await value(device.core.cancelBenchmark());
    expect(await value(running)).toBeNull();
    expect(await value(waiting)).toBeNull();
  });

  it('runs after one that was cancelled', async () => {
    const running = device.core.benchmark('slots');
    await value(device.core.cancelBenchmark());
    expect(await value(running)).toBeNull();
    expect(await value(device.core.benchmark('attest'))).toHaveLength(2);
  });

  it('leaves the core free to answer', async () => {
    await value(device.core.open(null));
    let measured = false;
    const running = device.core.benchmark('slots').then(() => (measured = true));
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    await value(device.core.unreadableMails());
    expect(measured).toBe(false);
    await value(device.core.cancelBenchmark());
    await running;
  });
});

describe('scans and measuring', () => {
  it('do not run together: while a scan runs, nothing is measured', async () => {
    await value(device.core.open(null));
    const scan = device.scanFile(devconFile());
    await turnsUntil(() => device.events.some((event) => event.type === 'scan'));
    expect((await failed(device.core.benchmark('slots'))).code).toBe('scan_running');
    expect((await value(scan)).phase).toBe('done');
    expect(await value(device.core.benchmark('attest'))).toHaveLength(2);
  });

  it('do not run together: a scan that starts stops the measuring', async () => {
    await value(device.core.open(null));
    const measuring = device.core.benchmark('slots');
    expect((await value(device.scanFile(devconFile()))).phase).toBe('done');
    expect(await value(measuring)).toBeNull();
  });

  it('stop at the sign-out', async () => {
    await device.signIn();
    const measuring = device.core.benchmark('slots');
    await value(device.core.signOut());
    expect(await value(measuring)).toBeNull();
  });
});
