/**
 * A server that records everything, lies, and treats people differently, against the unchanged worker core: what it
 * learns, and what the person sees. The other files of this folder show its attacks on the comparison itself.
 * Elsewhere: tokens in `unit/session/token-guard` and `unit/core/mail-token`, two tabs in `unit/core/two-tabs` and
 * `e2e/two-tabs`, deceptive mails in `unit/evidence/signed-body` and `own-words`, and in the demo mailbox.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import type { RecordedStamp } from '../../../worker/contract.ts';
import { json, sessionToken } from '../../support/core/edge.ts';
import { ADDRESS, READING, SIGN_IN } from '../../support/core/page-requests.ts';
import { failed, value } from '../../support/core/outcome.ts';
import { devconFile, openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';
import { mbox, registration } from '../../support/mail/mbox-text.ts';
import { slotOfFact } from '../../support/psi/slots.ts';
import { ORGANISER } from '../../support/catalog.ts';

const BARS = 'travelInterests/bars';
const DEVCON = 'selfAttestedEvents/devcon';

let device: ScriptedDevice;
beforeEach(async () => {
  device = await openScriptedDevice();
  await device.signIn();
  await value(device.core.allowReading(READING));
  await value(device.scanFile(devconFile()));
  await value(device.core.choose({ interests: ['bars'], events: [] }));
});

const invented = (fact: string): RecordedStamp => {
  return { id: 'invented', organiser: ORGANISER, catalog: catalogHash(CATALOG), fact, day: '2026-11-22' };
};

describe('a server that records everything', () => {
  it('has no word of any mail after the scan, the comparison and the disclosure', async () => {
    await value(device.core.compare());
    await value(device.core.disclose([DEVCON]));
    const words = ['Your Devcon ticket', 'Lunch', 'Shall we have lunch?', 'mail.mbox'];
    for (const { url, headers, body } of device.edge.received) {
      if (url.includes('/gmail/v1/users/me/')) continue;
      const whole = [url, ...Object.values(headers), body].join('\n');
      for (const word of words) expect(whole).not.toContain(word);
    }
  });

  it('gets tokens of the chosen facts only, not of other matches', async () => {
    await value(device.core.compare());
    await value(device.core.disclose([BARS]));
    const sent = device.edge.sent.filter(({ path }) => path === '/api/psi/disclose');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ facts: [{ slot: slotOfFact(BARS) }] });
  });
});

describe('a server that lies about the record', () => {
  it('cannot hide what it claims to hold: the person sees what they never showed, and can withdraw it', async () => {
    device.edge.disclosures.push(invented('verifiedTravelEvents/devcon'));
    const { stamps } = await value(device.core.readShown());
    expect(stamps.map(({ fact }) => fact)).toEqual(['verifiedTravelEvents/devcon']);
    await value(device.core.withdraw(stamps[0]?.id ?? ''));
    expect(device.edge.disclosures).toEqual([]);
  });

  it('is caught if it reports a withdrawal and keeps the fact', async () => {
    await value(device.core.compare());
    const { stamps } = await value(device.core.disclose([BARS]));
    const id = stamps[0]?.id ?? '';
    device.edge.script(`DELETE /api/disclosures/${id}`, () => new Response(null, { status: 204 }));
    expect((await value(device.core.withdraw(id))).stamps).toEqual([]);
    expect((await value(device.core.readShown())).stamps.map(({ fact }) => fact)).toEqual([BARS]);
  });

  it('gets nothing sent twice by claiming that it recorded nothing', async () => {
    await value(device.core.compare());
    device.edge.script('POST /api/psi/disclose', () => json(200, { accepted: [] }));
    expect((await failed(device.core.disclose([BARS]))).code).toBe('disclosure_refused');
    expect(device.edge.calls.filter((call) => call === 'POST /api/psi/disclose')).toHaveLength(1);
  });
});

describe('a server that lies about the person', () => {
  it('ends the sign-in if it answers with somebody else’s account, and the findings stay', async () => {
    const before = device.lastSession();
    device.edge.script('POST /api/session', () =>
      json(200, { token: sessionToken(7), expiresAt: 2e12, user: { id: 'x', email: 'else@mail.example' } }),
    );
    expect((await failed(device.core.signIn(SIGN_IN))).code).toBe('sign_in_failed');
    expect(device.lastSession()).toEqual(before);
    const { facts } = await value(device.core.open(device.lastSession() ?? null));
    expect(facts.map(({ id }) => id)).toEqual([DEVCON, BARS]);
  });

  it('can end the session, but cannot take anything from the device', async () => {
    device.edge.script('POST /api/psi/upload', () => json(401, { error: 'no', code: 'session_ended' }));
    device.edge.script('POST /api/psi/round2', () => json(401, { error: 'no', code: 'session_ended' }));
    expect((await failed(device.core.compare())).code).toBe('session_ended');
    const { session, facts } = await value(device.core.open(device.lastSession() ?? null));
    expect(session).toMatchObject({ email: ADDRESS, serverSession: null });
    expect(facts).toHaveLength(2);
  });
});

describe('a server that treats two people differently', () => {
  it('receives the same calls from both in the same order, whatever it answers about keys and lists', async () => {
    const other = await openScriptedDevice();
    await other.signIn();
    await value(other.core.allowReading(READING));
    await value(
      other.scanFile(new Blob([mbox([registration('Lunch', ADDRESS, 'Shall we?')], { eol: '\r\n' })])),
    );
    await value(other.core.choose({ interests: ['bars'], events: [] }));
    device.edge.listed = 'everything';
    other.edge.listed = new Set();
    const callsOf = async ({ core, edge }: ScriptedDevice): Promise<string[]> => {
      const from = edge.calls.length;
      await value(core.compare());
      return edge.calls.slice(from).filter((call) => call !== 'GET /api/dkim/keys');
    };
    expect(await callsOf(device)).toEqual(await callsOf(other));
  });
});
