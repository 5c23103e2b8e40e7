/** Which catalog is in use on a device: over time, in several tabs, for several organisers, and from before. */
import { beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, canonicalJson, catalogHash, publishable } from '../../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../../catalog/index.ts';
import { openStore } from '../../../worker/store/index.ts';
import type { Edge } from '../../support/core/edge.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';
import { LAKESIDE } from '../../support/lakeside.ts';
import { answerOf, storedIn } from '../../support/stored.ts';

const HASH = catalogHash(CATALOG);
const BUILT_IN = { organiser: 'waystamp', catalog: null };

let device: ScriptedDevice;
let edge: Edge;
beforeEach(async () => {
  device = await openScriptedDevice();
  ({ edge } = device);
});

/** The built-in catalog with a new name for this event. Mail is then searched for that name. */
function renamed(key: string, name: string): Catalog {
  const events = CATALOG.events.map((event): CatalogEvent =>
    event.key === key ? { ...event, name, names: [name] } : event,
  );
  return publishable({ organiser: CATALOG.organiser, events, interests: CATALOG.interests }, CATALOG.facts);
}

/** Makes this the server's current catalog. */
function publish(catalog: Catalog): string {
  const hash = catalogHash(catalog);
  edge.catalog = catalog;
  edge.published.set(hash, canonicalJson(catalog));
  return hash;
}

const ids = (facts: readonly { id: string }[]): string[] => facts.map(({ id }) => id);

describe('a comparison asks again what is asked', () => {
  const newer = renamed('edcon', 'EDCON Kyoto');
  const rounds = (): number => edge.calls.filter((call) => call === 'POST /api/psi/round2').length;

  beforeEach(async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
  });

  it('also when another tab has gone on to it already', async () => {
    const session = device.lastSession() ?? null;
    const second = device.openTab();
    const hash = publish(newer);
    await value(second.core.open(session));
    await value(second.core.goOn(hash));
    expect((await failed(device.core.compare())).code).toBe('catalog_changed');
    expect(rounds()).toBe(0);
    const told = device.events.findLast((event) => event.type === 'asked')?.asked;
    expect(told).toMatchObject({ hash: HASH, changes: { hash } });
    expect(told?.changes?.changes).toHaveLength(1);
    // What the other tab uses stays what the device uses.
    await device.reload();
    expect((await value(device.core.open(session))).asked).toMatchObject({ hash, changes: null });
  });

  it('also when the device has lost which catalog it uses, and the change is told after a reload too', async () => {
    const store = await openStore(device.database);
    await store.delete('organisers');
    store.close();
    const hash = publish(newer);
    expect((await failed(device.core.compare())).code).toBe('catalog_changed');
    expect(rounds()).toBe(0);
    await device.reload();
    const { asked } = await value(device.core.open(device.lastSession() ?? null));
    expect(asked).toMatchObject({ hash: HASH, changes: { hash } });
  });

  it('and makes what a pin asks the one in use, whatever the organiser asks now', async () => {
    const session = device.lastSession() ?? null;
    const second = device.openTab();
    const hash = publish(newer);
    await value(second.core.open(session));
    await value(second.core.goOn(hash));
    await device.reload();
    await value(device.core.open(session, { organiser: 'waystamp', catalog: HASH }));
    await value(device.core.goOn(HASH));
    await value(device.core.compare());
    expect(rounds()).toBe(1);
    await device.reload();
    expect((await value(device.core.open(session))).asked).toMatchObject({ hash: HASH, changes: { hash } });
  });
});

describe('a catalog is in use', () => {
  const lakeside = { organiser: 'lakeside', catalog: null };
  const inUse = async () => {
    const store = await openStore(device.database);
    const kept = await store.get('organisers');
    store.close();
    return kept;
  };

  it('once the person has acted under it, not when it was only opened', async () => {
    await device.signIn();
    const seen = publish(LAKESIDE);
    await device.reload();
    const session = device.lastSession() ?? null;
    await value(device.core.open(session, lakeside));
    expect(await inUse()).toBeUndefined();
    // So another one is asked from the start, instead of as a change of one that was never used.
    const other = publish({ ...LAKESIDE, organiser: { ...LAKESIDE.organiser, purpose: 'To sell boats.' } });
    await device.reload();
    const { asked } = await value(device.core.open(session, lakeside));
    expect(asked).toMatchObject({ hash: other, changes: null });
    await value(device.core.choose({ interests: ['sailing'], events: [] }));
    expect(await inUse()).toEqual({ lakeside: other });
    await device.reload();
    await value(device.core.open(session, { organiser: 'lakeside', catalog: seen }));
    expect(await inUse()).toEqual({ lakeside: other });
    await value(device.core.goOn(seen));
    expect(await inUse()).toEqual({ lakeside: seen });
  });

  it('for each organiser, also when two tabs act at once', async () => {
    publish(LAKESIDE);
    const second = device.openTab();
    await value(second.core.open(null, lakeside));
    edge.catalog = CATALOG;
    await value(device.core.open(null, BUILT_IN));
    await Promise.all([
      device.core.choose({ interests: ['bars'], events: [] }),
      second.core.choose({ interests: ['sailing'], events: [] }),
    ]);
    expect(await inUse()).toEqual({ waystamp: HASH, lakeside: catalogHash(LAKESIDE) });
  });
});

describe('several organisers', () => {
  it('are kept apart, and signing out forgets all of them', async () => {
    const session = await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    publish(LAKESIDE);
    const lakeside = { organiser: 'lakeside', catalog: null };
    await device.reload();
    expect((await value(device.core.open(session, lakeside))).facts).toEqual([]);
    await value(device.core.choose({ interests: ['sailing'], events: ['nightSwim'] }));

    edge.catalog = CATALOG;
    await device.reload();
    const own = await value(device.core.open(session, BUILT_IN));
    expect(ids(own.facts)).toEqual(['selfAttestedEvents/devcon', 'travelInterests/bars']);

    await value(device.core.signOut());
    const left = Object.keys(await storedIn(device.database, 'dkim-bin'));
    expect(left.filter((key) => /[0-9a-f]{64}|organisers/.test(key))).toEqual([]);
  });

  it('lose the mail of one person when another signs in, and keep choices and files', async () => {
    await device.signIn();
    edge.mails = 1;
    await value(device.core.scan({ source: { kind: 'account' }, thorough: false }));
    publish(LAKESIDE);
    await device.reload();
    const lakeside = { organiser: 'lakeside', catalog: null };
    await value(device.core.open(device.lastSession() ?? null, lakeside));
    await value(device.core.choose({ interests: ['sailing'], events: [] }));
    edge.address = 'somebody.else@mail.example';
    await device.signInAgain();
    const { choices } = await value(device.core.open(device.lastSession() ?? null, lakeside));
    expect(choices.interests).toEqual(['sailing']);

    edge.catalog = CATALOG;
    await device.reload();
    const { facts, asked } = await value(device.core.open(device.lastSession() ?? null));
    expect(facts).toEqual([]);
    expect(asked.hash).toBe(HASH);
  });
});

describe('a device from before catalogs had hashes', () => {
  /** What the previous version stored in the database. */
  async function asBefore(): Promise<void> {
    const found = await storedIn(device.database, 'dkim-bin');
    const database = await answerOf(device.database.open('dkim-bin'));
    const logs = database.transaction('travelLogs', 'readwrite').objectStore('travelLogs');
    for (const [place, kept] of Object.entries(found)) {
      const key = place.replace(/^travelLogs\//, '');
      if (!place.startsWith('travelLogs/')) continue;
      if (/^[0-9a-f]{64}\//.test(key)) {
        await answerOf(logs.delete(key));
        await answerOf(logs.put(older(key.slice(65), kept), key.slice(65)));
      } else if (key === 'organisers') {
        await answerOf(logs.delete(key));
      }
    }
    database.close();
  }

  function older(key: string, kept: unknown): unknown {
    if (key === 'catalog') return { etag: '"1"', catalog: { version: '2026-11-1', events: [] } };
    if (key !== 'checkpoint') return kept;
    const { file, ...rest } = kept as { file: { reading: string } };
    const { reading: _, ...before } = file;
    return { ...rest, file: { ...before, catalogVersion: '2026-11-1/3' } };
  }

  it('keeps everything for the built-in organiser, and reads its mail again at the next scan', async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    await value(device.core.choose({ interests: ['running'], events: ['dweb'] }));
    const result = await value(device.core.compare());
    const session = device.lastSession() ?? null;
    const before = await value(device.core.open(session));
    await device.core.close();
    await asBefore();
    expect(Object.keys(await storedIn(device.database, 'dkim-bin'))).toContain('travelLogs/evidence');

    await device.reload();
    const after = await value(device.core.open(session));
    expect(after).toEqual(before);
    // What disclosure needs was kept too.
    await value(device.core.disclose(['travelInterests/running']));
    const again = await value(device.scanFile(devconFile()));
    expect(again).toMatchObject({ phase: 'done', mailsRead: 2 });
    expect(result.compared).toEqual(after.result?.compared);
    const left = Object.keys(await storedIn(device.database, 'dkim-bin'));
    expect(left).not.toContain('travelLogs/evidence');
    expect(left).toContain(`travelLogs/${HASH}/evidence`);
  });
});
