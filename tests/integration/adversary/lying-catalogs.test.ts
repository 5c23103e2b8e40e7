/**
 * A server that does not ask everybody for the same things. Each time a message tells the person, and nothing is lost.
 */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, canonicalJson, catalogHash, publishable } from '../../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../../catalog/index.ts';
import type { Invitation } from '../../../catalog/addresses.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { errorText } from '../../../src/texts/errors.ts';
import type { Session } from '../../../worker/contract.ts';
import { createCore } from '../../../worker/core/core.ts';
import type { Core } from '../../../worker/core/core.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { mbox, registration } from '../../support/mail/mbox-text.ts';
import { openTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';
import { demoIdTokens, idTokenFor } from '../../support/server/sign-in.ts';

/** The built-in catalog with a question about somebody's pay in place of one event. */
const CURIOUS = (() => {
  const curious = (event: CatalogEvent): CatalogEvent =>
    event.key === 'edcon' ? Object.assign(structuredClone(event), { names: ['Payslip'] }) : event;
  const { facts: _, ...asked } = CATALOG;
  return publishable({ ...asked, events: CATALOG.events.map(curious) }, CATALOG.facts);
})();
const HASH = catalogHash(CATALOG);
const CURIOUS_HASH = catalogHash(CURIOUS);

const BUILT_IN: Invitation = { organiser: 'waystamp', catalog: null };

/** What one person is shown instead of the truth; the real server answers everything else. */
interface Lies {
  /** The organiser's catalog. */
  current: Catalog | null;
  /** The bytes published under each hash. */
  published: Map<string, string>;
}

let server: TestServer;
const cores: Core[] = [];
beforeEach(async () => {
  server = await openTestServer({ listen: true });
});
afterEach(async () => {
  for (const core of cores.splice(0)) await core.close();
  await server.close();
});

/** The device of a person to whom the server lies. @param redirect changes where a request goes */
function person(
  lies: Lies,
  database = new IDBFactory(),
  redirect: (url: URL) => void = () => undefined,
): Core {
  const core = createCore({
    origin: server.origin,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { pathname } = url;
      const organiser = /^\/api\/organisers\/waystamp$/.test(pathname);
      if (organiser && lies.current !== null) {
        return Response.json({ ...lies.current.organiser, catalog: catalogHash(lies.current) });
      }
      const published = lies.published.get(pathname.replace('/api/catalogs/', ''));
      redirect(url);
      return published === undefined ? fetch(url, init) : new Response(published);
    },
    loadPsi: () => initPsi(),
    indexedDB: database,
  });
  cores.push(core);
  return core;
}

const honest = (): Lies => ({ current: null, published: new Map() });
const curious = (): Lies => ({
  current: CURIOUS,
  published: new Map([[CURIOUS_HASH, canonicalJson(CURIOUS)]]),
});

/** Signs in, scans a file with a ticket for Devcon, and chooses. */
async function scanned(core: Core, address: string, invitation = BUILT_IN): Promise<Session> {
  await value(core.open(null, invitation));
  const session = await value(
    core.signIn({ provider: 'google', ...(await idTokenFor(address, demoIdTokens())) }),
  );
  const file = new Blob([mbox([registration('Your Devcon ticket', address)], { eol: '\r\n' })]);
  await value(core.scan({ source: { kind: 'file', file, name: 'mail.mbox' }, thorough: false }));
  await value(core.choose({ interests: ['bars'], events: ['dweb'] }));
  return session;
}

/** What a person has on the device, apart from the session. */
async function held(core: Core, session: Session, invitation = BUILT_IN) {
  const { facts, choices, result, asked } = await value(core.open(session, invitation));
  return { facts, choices, result, hash: asked.hash };
}

describe('a server that asks two people for different things', () => {
  it('is caught by a link that pins the catalog, and a message says so', async () => {
    // The server has other questions for this person under the hash in everybody's link.
    const pinned = { organiser: 'waystamp', catalog: HASH };
    const lies = { current: null, published: new Map([[HASH, canonicalJson(CURIOUS)]]) };
    const error = await failed(person(lies).open(null, pinned));
    expect(error.code).toBe('catalog_mismatch');
    expect(errorText(error)).toMatch(/another list of questions.*refused.*Nothing was read/s);
    // Or it denies that the catalog exists, so that the person asks for a new link.
    const none = { ...pinned, catalog: 'a'.repeat(64) };
    expect(errorText(await failed(person(honest()).open(null, none)))).toMatch(
      /not published on this server/,
    );
  });

  it('shows them different fingerprints, and learns nothing from a comparison with either list', async () => {
    const one = person(honest());
    const other = person(curious());
    const first = await scanned(one, 'one@mail.example');
    const session = await scanned(other, 'other@mail.example');
    const before = await held(other, session);
    expect(before.hash).toBe(CURIOUS_HASH);
    expect((await held(one, first)).hash).toBe(HASH);
    expect((await value(one.compare())).selfAttestedEvents).toEqual(['devcon', 'dweb']);
    // The server's comparison code knows only one catalog.
    const error = await failed(other.compare());
    expect(error.code).toBe('catalog_changed');
    expect(errorText(error)).toMatch(/Nothing was compared or disclosed.*kept/s);
    expect(await held(other, session)).toEqual(before);
  });
});

describe('a server that compares with another catalog than the one that the device requested', () => {
  it('gives no match, not even where both lists agree', async () => {
    const lies = curious();
    const core = person(lies, new IDBFactory(), (url) => {
      // The comparison code receives another catalog's hash.
      if (url.pathname === '/api/psi/round2') url.searchParams.set('catalog', HASH);
    });
    const session = await scanned(core, 'robin@mail.example');
    const result = await value(core.compare());
    expect(result).toMatchObject({
      verifiedTravelEvents: [],
      selfAttestedEvents: [],
      travelInterests: [],
    });
    expect((await failed(core.disclose(result.compared))).code).toBe('nothing_selected');
    expect((await held(core, session)).facts).toHaveLength(3);
  });
});

describe('a server that changes its catalog between scan and comparison', () => {
  it('gets no match from it; the person sees what changed, and continues at their choice', async () => {
    const lies = curious();
    const core = person(lies);
    const session = await scanned(core, 'robin@mail.example');
    const before = await held(core, session);
    lies.current = null;

    const error = await failed(core.compare());
    expect(error.code).toBe('catalog_changed');
    expect(errorText(error)).toMatch(/has changed since your scan.*Nothing was compared or disclosed.*kept/s);
    expect(await held(core, session)).toEqual(before);

    const { asked } = await value(core.open(session, BUILT_IN));
    expect(asked.changes).toMatchObject({
      hash: HASH,
      changes: [{ kind: 'event-changed', after: { name: 'EDCON 2024' }, removed: ['Payslip'] }],
    });
    const after = await value(core.goOn(HASH));
    expect(after.facts.map(({ id }) => id)).toEqual(before.facts.map(({ id }) => id));
    expect((await value(core.compare())).selfAttestedEvents).toEqual(['devcon', 'dweb']);
  });
});

describe('a server whose catalog does not match its hash', () => {
  it('is refused with a message, and the device keeps everything', async () => {
    const lies = honest();
    const database = new IDBFactory();
    const first = person(lies, database);
    const session = await scanned(first, 'robin@mail.example');
    await value(first.compare());
    const before = await held(first, session);
    await first.close();

    lies.current = CURIOUS;
    lies.published.set(CURIOUS_HASH, canonicalJson({ ...CURIOUS, interests: [] }));
    const again = person(lies, database);
    const { asked } = await value(again.open(session, BUILT_IN));
    expect(asked).toMatchObject({ hash: HASH, changes: null, problem: { code: 'catalog_mismatch' } });
    expect(asked.problem === null ? '' : errorText(asked.problem)).toMatch(/refused.*stays as it is/s);
    expect(await held(again, session)).toEqual(before);
    expect(before.result?.selfAttestedEvents).toEqual(['devcon', 'dweb']);
    expect((await value(again.disclose(['travelInterests/bars']))).stamps).toHaveLength(1);
  });
});
