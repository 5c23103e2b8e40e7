import { beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, canonicalJson, catalogHash, publishable } from '../../../catalog/index.ts';
import type { ErrorCode, Shown } from '../../../worker/contract.ts';
import { json } from '../../support/core/edge.ts';
import { ADDRESS, SIGN_IN } from '../../support/core/page-requests.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';
import { ORGANISER, factById } from '../../support/catalog.ts';
import { LAKESIDE } from '../../support/lakeside.ts';

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
  await device.signIn();
  await value(device.scanFile(devconFile()));
  await value(device.core.choose({ interests: ['running', 'bars'], events: [] }));
});

const HASH = catalogHash(CATALOG);
const DEVCON = 'selfAttestedEvents/devcon';
const facts = (shown: Shown | null): string[] => shown?.stamps.map(({ fact }) => fact) ?? [];
/** What the device remembers as disclosed after a reload. */
const kept = async (): Promise<Shown | null> =>
  (await value(device.core.open(device.lastSession() ?? null))).shown;

describe('disclosing', () => {
  it('needs a comparison first', async () => {
    expect((await failed(device.core.disclose(['travelInterests/bars']))).code).toBe('nothing_selected');
  });

  it('sends the tokens of the chosen facts only, and reports what the server recorded', async () => {
    await value(device.core.compare());
    const shown = await value(device.core.disclose(['travelInterests/bars', 'verifiedTravelEvents/edcon']));
    expect(facts(shown)).toEqual(['travelInterests/bars']);
    const sent = device.edge.sent.find(({ path }) => path === '/api/psi/disclose');
    const body = (sent?.body ?? {}) as { sessionId: string; facts: { slot: number; token: string }[] };
    expect(body.sessionId).toMatch(/^[0-9a-f]{64}$/);
    expect(body.facts.map(({ slot }) => slot)).toEqual([factById('travelInterests/bars')?.slot]);
    expect(body.facts[0]?.token).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
    expect(device.events.findLast((event) => event.type === 'shown')?.shown).toEqual(shown);
  });

  it('can still be done after a reload', async () => {
    await value(device.core.compare());
    const session = device.lastSession() ?? null;
    await device.reload();
    await value(device.core.open(session));
    expect(facts(await value(device.core.disclose([DEVCON])))).toEqual([DEVCON]);
  });

  it.each<[number, ErrorCode]>([
    [403, 'disclosure_refused'],
    [404, 'disclosure_refused'],
    [410, 'disclosure_refused'],
    [401, 'session_invalid'],
    [503, 'server_unavailable'],
  ])('fails on an answer of %d as %s, and nothing is marked', async (status, code) => {
    await value(device.core.compare());
    device.edge.script('POST /api/psi/disclose', () => json(status, { error: 'no' }));
    expect((await failed(device.core.disclose(['travelInterests/bars']))).code).toBe(code);
    expect(facts(await kept())).toEqual([]);
  });

  it('checks with the server after a lost answer, since the server may have recorded it', async () => {
    await value(device.core.compare());
    const recorded = {
      id: 'd',
      organiser: ORGANISER,
      catalog: HASH,
      fact: 'travelInterests/bars',
      day: '2026-11-22',
    };
    device.edge.script('POST /api/psi/disclose', () => {
      device.edge.disclosures.push(recorded);
      return null;
    });
    expect(facts(await value(device.core.disclose(['travelInterests/bars'])))).toEqual([
      'travelInterests/bars',
    ]);
    device.edge.script('POST /api/psi/disclose', () => null);
    expect((await failed(device.core.disclose([DEVCON]))).code).toBe('server_unavailable');
    expect(facts(await kept())).toEqual(['travelInterests/bars']);
  });

  it('is remembered after a new comparison, and is not sent again', async () => {
    await value(device.core.compare());
    await value(device.core.disclose(['travelInterests/bars']));
    await value(device.core.compare());
    expect(facts(await kept())).toEqual(['travelInterests/bars']);
    expect((await failed(device.core.disclose(['travelInterests/bars']))).code).toBe('nothing_selected');
  });
});

describe('what another catalog’s disclosure is', () => {
  const interests = CATALOG.interests.map(({ key, name }) => ({
    key,
    name: key === 'bars' ? 'treatment for alcohol' : name,
  }));
  const newer = publishable(
    { organiser: CATALOG.organiser, events: CATALOG.events, interests },
    CATALOG.facts,
  );
  const BARS = 'travelInterests/bars';
  const lakeside = { slug: 'lakeside', name: 'Lakeside Club' };

  it('keeps the name that it had, and does not stand for what is asked now', async () => {
    await value(device.core.compare());
    await value(device.core.disclose([BARS]));
    device.edge.catalog = newer;
    const hash = catalogHash(newer);
    device.edge.published.set(hash, canonicalJson(newer));
    await device.reload();
    await value(device.core.open(device.lastSession() ?? null));
    await value(device.core.goOn(hash));
    const { stamps } = await value(device.core.readShown());
    expect(stamps).toMatchObject([{ catalog: HASH, fact: BARS, name: 'bars' }]);
  });

  it.each<[string, { organiser: typeof lakeside; catalog: string }]>([
    ['another organiser’s', { organiser: lakeside, catalog: HASH }],
    ['another catalog’s', { organiser: ORGANISER, catalog: catalogHash(newer) }],
  ])('does not keep the same fact from being shown here: %s', async (_whose, other) => {
    device.edge.disclosures = [{ id: 'other', ...other, fact: BARS, day: '2026-11-22' }];
    await value(device.core.readShown());
    await value(device.core.compare());
    const { stamps } = await value(device.core.disclose([BARS]));
    expect(stamps.filter(({ fact }) => fact === BARS)).toHaveLength(2);
  });

  it('does not prove that a lost answer was recorded', async () => {
    await value(device.core.compare());
    device.edge.script('POST /api/psi/disclose', () => {
      device.edge.disclosures.push({
        id: 'other',
        organiser: lakeside,
        catalog: catalogHash(LAKESIDE),
        fact: BARS,
        day: '2026-11-22',
      });
      return null;
    });
    expect((await failed(device.core.disclose([BARS]))).code).toBe('server_unavailable');
    const { stamps } = await value(device.core.readShown());
    // This device does not have that catalog.
    expect(stamps).toMatchObject([{ organiser: lakeside, name: null }]);
  });
});

describe('what is shown', () => {
  beforeEach(async () => {
    await value(device.core.compare());
    await value(device.core.disclose(['travelInterests/bars', DEVCON]));
  });

  it('is read from the server on a device that has no record of it', async () => {
    await value(device.core.signOut());
    expect((await value(device.core.open(null))).shown).toBeNull();
    await value(device.core.signIn(SIGN_IN));
    expect(facts(await value(device.core.readShown()))).toEqual([DEVCON, 'travelInterests/bars']);
    expect((await value(device.core.open(device.lastSession() ?? null))).shown?.readAt).toBeGreaterThan(0);
  });

  it('is the server’s record, even if the device’s differs', async () => {
    device.edge.disclosures = device.edge.disclosures.filter(({ fact }) => fact === DEVCON);
    expect(facts(await value(device.core.readShown()))).toEqual([DEVCON]);
    device.edge.accounts.clear();
    expect(facts(await value(device.core.readShown()))).toEqual([]);
  });

  it('stays as last known when the server does not answer', async () => {
    device.edge.script('GET /api/users/me', () => json(503, { error: 'no' }));
    expect((await failed(device.core.readShown())).code).toBe('server_unavailable');
    expect(facts(await kept())).toEqual([DEVCON, 'travelInterests/bars']);
  });

  it('is withdrawn one by one, at the server and on the device, and can be shown again', async () => {
    const [devcon] = device.edge.disclosures;
    expect(facts(await value(device.core.withdraw(devcon?.id ?? '')))).toEqual(['travelInterests/bars']);
    expect(device.edge.disclosures.map(({ fact }) => fact)).toEqual(['travelInterests/bars']);
    await device.reload();
    expect(facts(await kept())).toEqual(['travelInterests/bars']);
    expect((await kept())?.withdrawn).toEqual([{ organiser: ORGANISER, catalog: HASH, fact: DEVCON }]);
    expect(facts(await value(device.core.disclose([DEVCON])))).toEqual([DEVCON, 'travelInterests/bars']);
    expect((await kept())?.withdrawn).toEqual([]);
  });

  it('is remembered as withdrawn when another device withdrew it', async () => {
    device.edge.disclosures = device.edge.disclosures.filter(({ fact }) => fact === DEVCON);
    const { withdrawn } = await value(device.core.readShown());
    expect(withdrawn.map(({ fact }) => fact)).toEqual(['travelInterests/bars']);
    expect((await value(device.core.readShown())).withdrawn).toEqual(withdrawn);
  });

  it('is listed newest day first, in a fixed order within a day', async () => {
    const days = ['2026-11-20', null, '2026-11-22', '2026-11-22'];
    const known = ['travelInterests/running', 'travelInterests/bars', 'travelInterests/bars', DEVCON];
    const stamps = known.map((fact, at) => {
      return { id: `d${at}`, organiser: ORGANISER, catalog: HASH, fact, day: days[at] ?? null };
    });
    for (const order of [stamps, stamps.toReversed()]) {
      device.edge.disclosures = [...order];
      const shown = await value(device.core.readShown());
      expect(shown.stamps.map(({ id }) => id)).toEqual(['d3', 'd2', 'd0', 'd1']);
    }
  });

  it('appears in the ledger with the purpose of each request', async () => {
    const [devcon] = device.edge.disclosures;
    await value(device.core.readShown());
    await value(device.core.holdings());
    await value(device.core.withdraw(devcon?.id ?? ''));
    await value(device.core.watchLedger(true));
    const told = device.events.findLast((event) => event.type === 'ledger')?.ledger;
    const purposes = told?.entries.map(({ method, call, purpose }) => `${method} ${call}: ${purpose}`);
    expect([...new Set(purposes?.filter((line) => /api\/users\/me|disclos/.test(line)))].toSorted()).toEqual([
      'DELETE /api/disclosures/…: withdrawal',
      'GET /api/users/me: server record',
      'POST /api/psi/disclose: disclosure',
    ]);
  });

  it('is read again when the server does not know it as this person’s', async () => {
    device.edge.disclosures = device.edge.disclosures.filter(({ fact }) => fact === DEVCON);
    expect((await failed(device.core.withdraw('another’s'))).code).toBe('disclosure_unknown');
    expect(facts(await kept())).toEqual([DEVCON]);
  });

  it.each<[number, ErrorCode]>([
    [401, 'session_invalid'],
    [503, 'server_unavailable'],
  ])('stays when a withdrawal is answered with %d', async (status, code) => {
    const [first] = device.edge.disclosures;
    const call = `DELETE /api/disclosures/${first?.id}`;
    device.edge.script(call, () => json(status, { error: 'no' }));
    expect((await failed(device.core.withdraw(first?.id ?? ''))).code).toBe(code);
    expect(facts(await kept())).toHaveLength(2);
  });

  it('is not requested once the sign-in has expired', async () => {
    device.aheadMs = 12 * 3_600_000 + 1000;
    const before = device.edge.calls.length;
    for (const command of [
      device.core.readShown(),
      device.core.withdraw('disclosure-1'),
      device.core.holdings(),
      device.core.deleteAccount(),
    ]) {
      expect((await failed(command)).code).toBe('session_expired');
    }
    expect(device.edge.calls).toHaveLength(before);
    expect(facts(await kept())).toHaveLength(2);
  });
});

describe('the account', () => {
  it('is deleted and the device emptied, even if the first answer is lost', async () => {
    const lost = () => {
      device.edge.accounts.clear();
      device.edge.sessions.clear();
      return null;
    };
    device.edge.script('DELETE /api/users/me', lost);
    expect((await failed(device.core.deleteAccount())).code).toBe('server_unavailable');
    await value(device.core.deleteAccount());
    expect(device.lastSession()).toBeNull();
  });

  it('does not count as deleted when the session was ended elsewhere', async () => {
    device.edge.sessions.clear();
    expect((await failed(device.core.deleteAccount())).code).toBe('session_ended');
    expect(device.lastSession()).not.toBeNull();
  });

  it('is reported exactly as the server sends it', async () => {
    expect(await value(device.core.holdings())).toEqual({ account: { email: ADDRESS }, disclosures: [] });
  });

  it('is deleted at the server first, and then on the device', async () => {
    await value(device.core.deleteAccount());
    expect(device.edge.accounts.size).toBe(0);
    expect(device.lastSession()).toBeNull();
    expect((await value(device.core.open(null))).facts).toEqual([]);
  });

  it('stays on the device when the server does not delete it', async () => {
    device.edge.script('DELETE /api/users/me', () => json(503, { error: 'no' }));
    expect((await failed(device.core.deleteAccount())).code).toBe('server_unavailable');
    const { session, facts: found } = await value(device.core.open(device.lastSession() ?? null));
    expect(session).not.toBeNull();
    expect(found).not.toEqual([]);
  });
});
