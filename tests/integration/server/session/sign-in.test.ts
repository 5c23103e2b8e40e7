/** `POST` and `DELETE /api/session`. Which ID tokens are valid is tested in tests/integration/web/google.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNKNOWN_KEY_MS } from '../../../../server/identity/published-keys.ts';
import { tidy } from '../../../../server/database/housekeeping.ts';
import { endedSessions, usedIdTokens, users } from '../../../../server/database/schema.ts';
import { bearer, errorOf, lookUpCall, send } from '../../../support/server/api-calls.ts';
import { GOOGLE_CLIENT, createGoogleIssuer } from '../../../support/server/google-issuer.ts';
import type { Spoilt } from '../../../support/server/google-issuer.ts';
import { openTestServer, signUp, withTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import {
  demoIdTokens,
  idTokenFor,
  newNonce,
  nonceClaim,
  openSession,
  postSession,
} from '../../../support/server/sign-in.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let skewMs = 0;
const now = (): number => Date.now() + skewMs;
beforeAll(async () => {
  server = await openTestServer({ listen: true, now });
});
afterAll(() => server.close());

const idTokens = demoIdTokens(now);
const lookUp = (email: string, token: string) => send(server, lookUpCall({ email, token }));
const signOut = (token: string) =>
  server.request('/api/session', { method: 'DELETE', headers: bearer(token) });

describe('a sign-in', () => {
  it('opens a session of twelve hours for the account of the address', async () => {
    const before = now();
    const opened = await openSession(server, 'Ada@Mail.example');
    expect(opened).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/) as string,
      expiresAt: expect.any(Number) as number,
      user: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, email: 'ada@mail.example' },
    });
    expect(Math.abs(opened.expiresAt - before - 12 * HOUR_MS)).toBeLessThan(60_000);
    const found = await lookUp('ada@mail.example', opened.token);
    // An account is complete once it has announced keys.
    await expect(found.json()).resolves.toEqual({ exists: false, user: null });
  });

  it('finds the same account again, complete or not', async () => {
    const first = await openSession(server, 'again@mail.example');
    const person = await signUp(server, 'again@mail.example');
    const second = await openSession(server, 'again@mail.example');
    expect([person.id, second.user.id]).toEqual([first.user.id, first.user.id]);
    const found = await lookUp('again@mail.example', second.token);
    await expect(found.json()).resolves.toEqual({ exists: true, user: { id: first.user.id } });
  });

  it('puts nothing about the person into the session’s token', async () => {
    const { token } = await openSession(server, 'untold@mail.example');
    const [, claims = ''] = token.split('.');
    expect(Buffer.from(claims, 'base64url').toString()).not.toContain('untold');
  });

  it('works once per ID token, even if it is tried many times at once', async () => {
    const body = await idTokenFor('once@mail.example', idTokens);
    const answers = await Promise.all(Array.from({ length: 20 }, () => postSession(server, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBe(401);
      await expect(answer.json()).resolves.toEqual({
        error: 'This ID token has been used before. Sign in again.',
        code: 'id_token_used',
      });
    }
    const rows = await server.database.db.select().from(users);
    expect(rows.filter(({ email }) => email === 'once@mail.example')).toHaveLength(1);
  });

  it('does not work twice with one ID token whose signature has been rewritten in its other form', async () => {
    const { idToken, nonce } = await idTokenFor('twice@mail.example', idTokens);
    const [head, claims, signature = ''] = idToken.split('.');
    // Besides (r, s), (r, -s) is a signature of the same text (SEC 1 4.1.4).
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const bytes = Buffer.from(signature, 'base64url');
    const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
    const other = Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
    ]);
    const respelled = `${head}.${claims}.${other.toString('base64url')}`;
    expect(respelled).not.toBe(idToken);
    expect((await postSession(server, { idToken: respelled, nonce })).status).toBe(200);
    const answer = await postSession(server, { idToken, nonce });
    await expect(answer.json()).resolves.toMatchObject({ code: 'id_token_used' });
  });

  it('leaves a refused ID token usable by the holder of its nonce', async () => {
    const { idToken, nonce } = await idTokenFor('stolen@mail.example', idTokens);
    const thief = await postSession(server, { idToken, nonce: newNonce() });
    expect(thief.status).toBe(401);
    await expect(thief.json()).resolves.toMatchObject({ code: 'id_token_nonce' });
    expect((await postSession(server, { idToken, nonce })).status).toBe(200);
  });

  it.each([
    ['no JSON', 'idToken'],
    ['no nonce', JSON.stringify({ idToken: 'a.b.c' })],
    ['a nonce that can be guessed', JSON.stringify({ idToken: 'a.b.c', nonce: '1234' })],
    ['no ID token', JSON.stringify({ nonce: newNonce() })],
    ['an endless ID token', JSON.stringify({ idToken: 'x'.repeat(8193), nonce: newNonce() })],
  ])('with %s is refused', async (_what, body) => {
    const answer = await server.request('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).not.toBe('');
  });

  it('says in one sentence what is wrong and what to do, and creates nothing', async () => {
    const google = await createGoogleIssuer();
    const env = { GOOGLE_CLIENT_ID: GOOGLE_CLIENT };
    const seconds = Math.floor(Date.now() / 1000);
    await withTestServer({ env, fetch: google.fetch }, async (strict) => {
      const nonce = newNonce();
      const tokens: [code: string, words: RegExp, idToken: Promise<string>][] = [
        [
          'id_token_expired',
          /Sign in again/,
          google.idToken('a@gmail.com', nonceClaim(nonce), { claims: { exp: seconds - 100 } }),
        ],
        [
          'id_token_audience',
          /Sign in on this page/,
          google.idToken('a@gmail.com', nonceClaim(nonce), { claims: { aud: 'x' } }),
        ],
        ['id_token_unsigned', /Sign in again/, idTokens('a@gmail.com', nonceClaim(nonce))],
        ['id_token_nonce', /Sign in again/, google.idToken('a@gmail.com', nonceClaim(newNonce()))],
        [
          'id_token_unverified',
          /Verify it there/,
          google.idToken('a@gmail.com', nonceClaim(nonce), { claims: { email_verified: false } }),
        ],
        ['id_token_invalid', /Sign in again/, Promise.resolve('ya29.reads-mail')],
      ];
      for (const [code, words, idToken] of tokens) {
        const answer = await postSession(strict, { idToken: await idToken, nonce });
        expect(answer.status).toBe(401);
        const body = (await answer.json()) as { error: string; code: string };
        expect(body.code).toBe(code);
        expect(body.error).toMatch(words);
      }
      expect(await strict.database.db.$count(users)).toBe(0);
      expect(await strict.database.db.$count(usedIdTokens)).toBe(0);
    });
  });
});

describe('a session', () => {
  it('ends at once with a sign-out, and no other session does', async () => {
    const email = 'leaves@mail.example';
    const [here, there] = [await openSession(server, email), await openSession(server, email)];
    expect((await signOut(here.token)).status).toBe(204);
    const refused = await lookUp(email, here.token);
    expect(refused.status).toBe(401);
    await expect(refused.json()).resolves.toMatchObject({ code: 'session_ended' });
    expect((await signOut(here.token)).status).toBe(401);
    expect((await lookUp(email, there.token)).status).toBe(200);
  });

  it('expires, and says so', async () => {
    const email = 'stays.long@mail.example';
    const { token } = await openSession(server, email, idTokens);
    skewMs = 12 * HOUR_MS - 60_000;
    expect((await lookUp(email, token)).status).toBe(200);
    skewMs = 12 * HOUR_MS + 1_000;
    const refused = await lookUp(email, token);
    skewMs = 0;
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    await expect(refused.json()).resolves.toMatchObject({ code: 'session_expired' });
  });

  it('belongs to one person: another address is refused, and spellings of one’s own are not', async () => {
    const { token } = await openSession(server, 'first.last@gmail.com');
    expect((await lookUp('somebody@gmail.com', token)).status).toBe(403);
    for (const own of ['First.Last@Gmail.com', 'firstlast+tag@googlemail.com']) {
      expect((await lookUp(own, token)).status).toBe(200);
    }
  });
});

describe('housekeeping', () => {
  it('deletes used ID tokens and ended sessions once they are useless, and not before', async () => {
    await withTestServer({}, async (other) => {
      const { db } = other.database;
      const opened = await openSession(other, 'tidy@mail.example');
      await other.request('/api/session', { method: 'DELETE', headers: bearer(opened.token) });
      const counts = async () => [await db.$count(usedIdTokens), await db.$count(endedSessions)];
      expect(await counts()).toEqual([1, 1]);
      // An ID token of an hour is accepted for one minute more.
      await tidy(db, Date.now() + HOUR_MS + 30_000);
      expect(await counts()).toEqual([1, 1]);
      await tidy(db, Date.now() + HOUR_MS + 120_000);
      expect(await counts()).toEqual([0, 1]);
      await tidy(db, Date.now() + 13 * HOUR_MS);
      expect(await counts()).toEqual([0, 0]);
    });
  });
});

describe('failed sign-ins', () => {
  const wrong = () => ({ idToken: 'a.b.c', nonce: newNonce() });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const env = { LIMIT_FAILED_SIGN_INS_PER_MINUTE: '3', TRUSTED_PROXIES: '1' };

  it('are limited by network address, and do not keep out a good one from the same address', async () => {
    await withTestServer({ env }, async (limited) => {
      for (let count = 0; count < 3; count += 1) {
        expect((await postSession(limited, wrong(), from('198.51.100.1'))).status).toBe(401);
      }
      const good = await idTokenFor('limited@mail.example', demoIdTokens());
      const forged = { ...good, idToken: `${good.idToken.slice(0, -8)}AAAAAAAA` };
      const another = { ...good, nonce: newNonce() };
      for (const bad of [wrong(), forged, another]) {
        const refused = await postSession(limited, bad, from('198.51.100.1'));
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect((await postSession(limited, bad, from('198.51.100.2'))).status).toBe(401);
      }
      expect((await postSession(limited, good, from('198.51.100.1'))).status).toBe(200);
      expect((await postSession(limited, wrong(), from('198.51.100.1'))).status).toBe(429);
      // The allowance is now used up.
      expect((await postSession(limited, good, from('198.51.100.1'))).status).toBe(429);
    });
  });

  it('cannot be caused by a page of another origin in somebody’s browser', async () => {
    await withTestServer({ env }, async (limited) => {
      const headers = { ...from('198.51.100.5'), 'content-type': 'text/plain' };
      for (let count = 0; count < 5; count += 1) {
        const body = JSON.stringify(wrong());
        const answer = await limited.app.request('/api/session', { method: 'POST', headers, body });
        expect(answer.status).toBe(400);
      }
      const good = await idTokenFor('visitor@mail.example', demoIdTokens());
      expect((await postSession(limited, good, from('198.51.100.5'))).status).toBe(200);
    });
  });

  it('alone are counted, since a whole conference signs in from one address', async () => {
    await withTestServer({ env }, async (limited) => {
      for (let count = 0; count < 10; count += 1) {
        const good = await idTokenFor(`guest-${count}@mail.example`, demoIdTokens());
        expect((await postSession(limited, good, from('198.51.100.3'))).status).toBe(200);
      }
    });
  });

  it('beyond the limit never make the server ask Google for the key that they name', async () => {
    let time = Date.now();
    const google = await createGoogleIssuer(() => time);
    const settings = {
      env: { ...env, GOOGLE_CLIENT_ID: GOOGLE_CLIENT },
      fetch: google.fetch,
      now: () => time,
    };
    const address = from('198.51.100.4');
    await withTestServer(settings, async (limited) => {
      // Decoding alone shows what is wrong with these: no key is looked up.
      const nonce = newNonce();
      const claims = { aud: 'another app' };
      const invented = (spoilt: Spoilt = {}) =>
        google.idToken('a@gmail.com', nonceClaim(nonce), { header: { kid: 'x' }, ...spoilt });
      for (let count = 0; count < 3; count += 1) {
        const idToken = await invented({ claims });
        expect((await postSession(limited, { idToken, nonce }, address)).status).toBe(401);
      }
      expect(google.asked).toEqual([]);

      // Google's keys were not needed so far: they are fetched once, and a good token is accepted.
      const good = await idTokenFor('honest@gmail.com', google.issue);
      expect((await postSession(limited, good, address)).status).toBe(200);
      expect(google.asked).toHaveLength(1);
      // From then on, another address could cause a request to Google again.
      time += UNKNOWN_KEY_MS;
      const idToken = await invented();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => postSession(limited, { idToken, nonce }, address)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
      expect(google.asked).toHaveLength(1);
      expect((await postSession(limited, { idToken, nonce }, from('198.51.100.6'))).status).toBe(401);
      expect(google.asked).toHaveLength(2);
    });
  });
});
