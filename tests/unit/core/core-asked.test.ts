/**
 * Which catalog a device uses: the link or the organiser names it, the device checks and keeps it, and a change needs
 * the person's consent.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { errorText } from '../../../src/texts/errors.ts';
import { CATALOG, canonicalJson, catalogHash, hashOf, publishable } from '../../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../../catalog/index.ts';
import type { Edge } from '../../support/core/edge.ts';
import { json } from '../../support/core/edge.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';
import { ADDRESS } from '../../support/core/page-requests.ts';
import { LAKESIDE } from '../../support/lakeside.ts';
import { mbox, registration } from '../../support/mail/mbox-text.ts';

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

describe('the catalog of an invitation', () => {
  it('is the organiser’s current one, fetched without anything that identifies the person', async () => {
    await device.signIn();
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    await device.reload();
    edge.received.length = 0;
    const { asked } = await value(device.core.open(device.lastSession() ?? null, BUILT_IN));
    expect(asked).toEqual({ catalog: CATALOG, hash: HASH, changes: null, problem: null });
    publish(LAKESIDE);
    await device.reload();
    await value(device.core.open(device.lastSession() ?? null, { organiser: 'lakeside', catalog: null }));
    const fetched = edge.received.filter(({ url }) => /\/api\/(organisers|catalogs)\//.test(url));
    expect(fetched.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/organisers/waystamp',
      '/api/organisers/lakeside',
      `/api/catalogs/${catalogHash(LAKESIDE)}`,
    ]);
    for (const { url, headers, body } of fetched) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('referer');
      expect(url).not.toContain('?');
      expect(body).toBe('');
    }
  });

  it('is the one that a link pins, whatever the organiser publishes later', async () => {
    const pinned = publish(LAKESIDE);
    publish({ ...LAKESIDE, organiser: { ...LAKESIDE.organiser, purpose: 'To sell boats.' } });
    edge.calls.length = 0;
    const { asked } = await value(device.core.open(null, { organiser: 'lakeside', catalog: pinned }));
    expect(asked.hash).toBe(pinned);
    expect(edge.calls).not.toContain('GET /api/organisers/lakeside');
  });

  it('is not fetched again while the device has it', async () => {
    await device.signIn();
    await value(device.core.choose({ interests: ['bars'], events: [] }));
    await device.reload();
    edge.calls.length = 0;
    await value(device.core.open(null, { organiser: 'waystamp', catalog: HASH }));
    expect(edge.calls.filter((call) => /organisers|catalogs/.test(call))).toEqual([]);
  });

  it('is kept for use without a server', async () => {
    publish(LAKESIDE);
    const lakeside = { organiser: 'lakeside', catalog: null };
    await value(device.core.open(null, lakeside));
    await value(device.core.choose({ interests: ['sailing'], events: [] }));
    await edge.close();
    await device.reload();
    const { asked, facts } = await value(device.core.open(null, lakeside));
    expect(asked).toEqual({ catalog: LAKESIDE, hash: catalogHash(LAKESIDE), changes: null, problem: null });
    expect(ids(facts)).toEqual(['travelInterests/sailing']);
  });
});

describe('a catalog is refused', () => {
  const open = (invitation = BUILT_IN as { organiser: string; catalog: string | null }) =>
    failed(device.core.open(null, invitation));

  /** The server publishes this text under its correct hash. */
  function published(text: string): { organiser: string; catalog: string } {
    const hash = hashOf(new TextEncoder().encode(text));
    edge.published.set(hash, text);
    return { organiser: 'waystamp', catalog: hash };
  }

  it('when its hash is not the one requested', async () => {
    edge.published.set(HASH, canonicalJson(renamed('devcon', 'Payslip')));
    const error = await open();
    expect(error.code).toBe('catalog_mismatch');
    expect(errorText(error)).toMatch(/refused.*Nothing was read.*stays as it is/s);
  });

  it.each<[string, () => { organiser: string; catalog: string }]>([
    ['not JSON', () => published('{')],
    ['not in its one form', () => published(JSON.stringify(CATALOG))],
    ['one behind a mark that is not part of it', () => published(`\uFEFF${canonicalJson(CATALOG)}`)],
    ['one with more in it', () => published(canonicalJson({ ...CATALOG, words: ['salary'] }))],
    ['one beyond the limits', () => published(canonicalJson({ ...CATALOG, events: [], facts: [] }))],
    ['longer than any', () => published(`"${'x'.repeat(300_000)}"`)],
  ])('when it is %s', async (_name, invitation) => {
    expect((await open(invitation())).code).toBe('catalog_invalid');
  });

  it('when it or its organiser is not published', async () => {
    expect((await open({ organiser: 'waystamp', catalog: 'a'.repeat(64) })).code).toBe('catalog_unknown');
    expect((await open({ organiser: 'nobody', catalog: null })).code).toBe('organiser_unknown');
    // Neither is the organiser of a link with another organiser's catalog.
    expect((await open(published(canonicalJson(LAKESIDE)))).code).toBe('organiser_unknown');
    edge.script('GET /api/organisers/lakeside', () => json(200, { catalog: '../users/me' }));
    expect((await open({ organiser: 'lakeside', catalog: null })).code).toBe('server_unavailable');
  });

  it.each([HASH.slice(1), `${HASH}.`, HASH.toUpperCase(), '../users/me'])(
    'when its link was damaged on the way, instead of taking the current one: %s',
    async (catalog) => {
      edge.calls.length = 0;
      expect((await open({ organiser: 'waystamp', catalog })).code).toBe('catalog_unknown');
      expect(edge.calls.filter((call) => /organisers|catalogs/.test(call))).toEqual([]);
    },
  );

  it('when it was withdrawn, and the person is not told to reload for ever', async () => {
    const withdrawn = () => json(410, { error: 'withdrawn', code: 'catalog_withdrawn' });
    edge.script(`GET /api/catalogs/${HASH}`, withdrawn);
    expect((await open({ organiser: 'waystamp', catalog: HASH })).code).toBe('catalog_unknown');
    await device.signIn();
    await value(device.scanFile(devconFile()));
    edge.script('POST /api/psi/round2', withdrawn);
    // Its words say to ask for a new link; those of `catalog_changed` say to reload.
    expect((await failed(device.core.compare())).code).toBe('catalog_unknown');
  });

  it('with the reason, and the device keeps the catalog that it had', async () => {
    await device.signIn();
    await value(device.scanFile(devconFile()));
    const before = await value(device.core.open(device.lastSession() ?? null));
    for (const [invitation, code] of [
      [{ organiser: 'waystamp', catalog: 'a'.repeat(64) }, 'catalog_unknown'],
      [published('{}'), 'catalog_invalid'],
    ] as const) {
      await device.reload();
      const { asked, ...rest } = await value(device.core.open(device.lastSession() ?? null, invitation));
      expect(asked).toMatchObject({ hash: HASH, changes: null, problem: { code } });
      expect({ ...rest, asked: before.asked }).toEqual(before);
    }
  });
});

describe('a catalog that changed', () => {
  const newer = renamed('edcon', 'EDCON Kyoto');

  beforeEach(async () => {
    await device.signIn();
    const mails = [registration('Your Devcon ticket', ADDRESS), registration('EDCON 2024', ADDRESS)];
    await value(device.scanFile(new Blob([mbox(mails, { eol: '\r\n' })])));
    await value(device.core.choose({ interests: ['bars'], events: ['dweb'] }));
    await value(device.core.compare());
  });

  it('is reported, and nothing else changes until the person accepts it', async () => {
    const before = await value(device.core.open(device.lastSession() ?? null));
    const hash = publish(newer);
    await device.reload();
    const { asked, ...after } = await value(device.core.open(device.lastSession() ?? null));
    expect(asked).toMatchObject({ catalog: CATALOG, hash: HASH, problem: null });
    expect(asked.changes).toMatchObject({
      hash,
      changes: [{ kind: 'event-changed', after: { name: 'EDCON Kyoto' }, added: ['EDCON Kyoto'] }],
    });
    expect({ ...after, asked: before.asked }).toEqual(before);
    expect(after.result?.selfAttestedEvents).toEqual(['devcon', 'edcon', 'dweb']);
  });

  it('keeps everything that is still right, and leaves the rest to the next scan', async () => {
    const hash = publish(newer);
    await device.reload();
    await value(device.core.open(device.lastSession() ?? null));
    const after = await value(device.core.goOn(hash));
    expect(after.asked).toEqual({ catalog: newer, hash, changes: null, problem: null });
    expect(ids(after.facts)).toEqual([
      'selfAttestedEvents/devcon',
      'selfAttestedEvents/dweb',
      'travelInterests/bars',
    ]);
    expect(after.choices).toEqual({ interests: ['bars'], events: ['dweb'] });
    // The result was for the previous catalog.
    expect(after.result).toBeNull();
    await device.reload();
    expect(await value(device.core.open(device.lastSession() ?? null))).toEqual(after);
  });

  it('takes no choice along to what is called otherwise now', async () => {
    const swapped = new Map([
      ['bars', 'running'],
      ['running', 'bars'],
    ]);
    const interests = CATALOG.interests.map(({ key, name }) => ({ key, name: swapped.get(key) ?? name }));
    const events = CATALOG.events.map((event): CatalogEvent =>
      event.key === 'dweb' ? { ...event, name: 'Secret gathering' } : event,
    );
    const hash = publish(publishable({ organiser: CATALOG.organiser, events, interests }, CATALOG.facts));
    await device.reload();
    const { asked } = await value(device.core.open(device.lastSession() ?? null));
    expect(asked.changes?.changes).toMatchObject([
      { kind: 'event-changed', after: { name: 'Secret gathering' } },
      { kind: 'interest-renamed', before: 'running', after: 'bars' },
      { kind: 'interest-renamed', before: 'bars', after: 'running' },
    ]);
    const after = await value(device.core.goOn(hash));
    expect(after.choices).toEqual({ interests: [], events: [] });
    expect(ids(after.facts)).toEqual(['selfAttestedEvents/devcon', 'selfAttestedEvents/edcon']);
  });

  it('leaves evidence to the next scan when its event is called otherwise or is elsewhere', async () => {
    const events = CATALOG.events.map((event): CatalogEvent => {
      if (event.key === 'edcon') return { ...event, name: 'Secret gathering' };
      const place = { name: 'Nowhere', coordinates: null };
      return event.key === 'devcon' ? { ...event, place } : event;
    });
    const hash = publish(
      publishable({ organiser: CATALOG.organiser, events, interests: CATALOG.interests }, CATALOG.facts),
    );
    await device.reload();
    await value(device.core.open(device.lastSession() ?? null));
    const after = await value(device.core.goOn(hash));
    expect(ids(after.facts)).toEqual(['selfAttestedEvents/dweb', 'travelInterests/bars']);
  });

  it('is accepted only in the version that the person has seen', async () => {
    const seen = publish(newer);
    await device.reload();
    await value(device.core.open(device.lastSession() ?? null));
    expect((await value(device.core.goOn('b'.repeat(64)))).asked.hash).toBe(HASH);
    expect((await value(device.core.goOn(seen))).asked.hash).toBe(seen);
  });

  it('leaves earlier findings in place: an old link still shows them', async () => {
    const before = await value(device.core.open(device.lastSession() ?? null));
    const hash = publish(newer);
    await device.reload();
    await value(device.core.open(device.lastSession() ?? null));
    await value(device.core.goOn(hash));
    await device.reload();
    const pinned = { organiser: 'waystamp', catalog: HASH };
    const { asked } = await value(device.core.open(device.lastSession() ?? null, pinned));
    expect(asked).toMatchObject({ hash, changes: { hash: HASH } });
    const back = await value(device.core.goOn(HASH));
    expect(back.result).toEqual(before.result);
    expect(back.facts).toEqual(before.facts);
  });
});
