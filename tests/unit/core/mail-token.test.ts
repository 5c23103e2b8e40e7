/**
 * Where the mail token is sent: the real worker core, from sign-in to sign-out, on a network that records everything
 * and has a stand-in for Google.
 */
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../../worker/contract.ts';
import { MAIL_TOKEN, sessionToken } from '../../support/core/edge.ts';
import { ADDRESS, googleSignIn, READING, SIGN_IN } from '../../support/core/page-requests.ts';
import type { ReceivedRequest } from '../../support/core/edge.ts';
import { value } from '../../support/core/outcome.ts';
import { openScriptedDevice } from '../../support/core/scripted-device.ts';
import type { ScriptedDevice } from '../../support/core/scripted-device.ts';

/** True when the token occurs anywhere in a request, plain or escaped. */
function carries({ url, headers, body }: ReceivedRequest): boolean {
  return [url, ...Object.values(headers), body].some(
    (text) => text.includes(MAIL_TOKEN) || text.includes(encodeURIComponent(MAIL_TOKEN)),
  );
}

/** Signs in, allows reading, scans, compares, discloses, signs out. */
async function wholeVisit(device: ScriptedDevice, provider: Provider): Promise<void> {
  const { core, edge } = device;
  edge.provider = provider;
  edge.mails = 1;
  await value(core.open(null));
  await value(core.signIn(provider === 'google' ? googleSignIn(ADDRESS) : SIGN_IN));
  const grant = {
    access_token: MAIL_TOKEN,
    token_type: 'Bearer' as const,
    scope: edge.scope,
    expires_at: Date.now() + 3_600_000,
    provider,
  };
  await value(core.allowReading(provider === 'google' ? { provider, grant } : READING));
  await device.reload();
  await value(device.core.open(device.lastSession() ?? null));
  await value(device.core.estimate());
  const scan = await value(device.core.scan({ source: { kind: 'account' }, thorough: true }));
  expect(scan).toMatchObject({ phase: 'done', evidenceMails: 1 });
  const result = await value(device.core.compare());
  expect(result.selfAttestedEvents).toEqual(['devcon']);
  await value(device.core.disclose(['selfAttestedEvents/devcon']));
  await value(device.core.signOut());
}

describe.each<[Provider, (origin: string) => { mailbox: string; revocation: string }]>([
  [
    'google',
    () => ({
      mailbox: 'https://gmail.googleapis.com/gmail/v1/users/me/',
      revocation: 'https://oauth2.googleapis.com/revoke',
    }),
  ],
  ['demo', (origin) => ({ mailbox: `${origin}/gmail/v1/users/me/`, revocation: `${origin}/demo/revoke` })],
])('with %s', (provider, placesAt) => {
  it('the mail token goes only to the mailbox and the revocation endpoint', async () => {
    const device = await openScriptedDevice();
    await wholeVisit(device, provider);
    const { edge } = device;
    const { mailbox, revocation } = placesAt(edge.origin);
    const carrying = edge.received.filter(carries);
    expect(carrying.length).toBeGreaterThan(4);
    for (const request of carrying) {
      const isRevocation = request.url === revocation && request.method === 'POST';
      expect(isRevocation || request.url.startsWith(mailbox), `${request.method} ${request.url}`).toBe(true);
      expect(request.url).not.toContain(MAIL_TOKEN);
    }
    expect(carrying.filter(({ url }) => url === revocation)).toHaveLength(1);
    expect(edge.received.filter(({ url }) => url.includes('not-the-mailbox'))).toEqual([]);
  });

  it('every call about the person carries our server’s session instead', async () => {
    const device = await openScriptedDevice();
    await wholeVisit(device, provider);
    const calls = device.edge.received.filter(({ url }) => /\/api\/(users|psi)\//.test(url));
    expect(calls.length).toBeGreaterThan(5);
    for (const { headers } of calls) expect(headers['authorization']).toBe(`Bearer ${sessionToken(1)}`);
    expect(device.edge.calls.at(-1)).not.toContain('/api/users');
    expect(device.edge.sessions.size).toBe(0);
  });
});

describe('a server that claims to be another provider after the sign-in', () => {
  it('receives nothing: Google’s token stays with Google', async () => {
    const device = await openScriptedDevice();
    const { edge } = device;
    edge.provider = 'google';
    await value(device.core.open(null));
    await value(device.core.signIn(googleSignIn(ADDRESS)));
    const grant = {
      access_token: MAIL_TOKEN,
      token_type: 'Bearer' as const,
      scope: edge.scope,
      expires_at: Date.now() + 3_600_000,
      provider: 'google' as const,
    };
    await value(device.core.allowReading({ provider: 'google', grant }));
    edge.provider = 'demo';
    await device.reload();
    await value(device.core.open(device.lastSession() ?? null));
    await value(device.core.scan({ source: { kind: 'account' }, thorough: false }));
    await value(device.core.signOut());
    const hosts = new Set(edge.received.filter(carries).map(({ url }) => new URL(url).host));
    expect([...hosts]).toEqual(['gmail.googleapis.com', 'oauth2.googleapis.com']);
  });
});
