import { beforeEach, describe, expect, it } from 'vitest';
import { beginAtDemo, finishAtDemo, type DemoAsk } from '../../../../src/auth/demo.ts';
import { challengeOf, randomSecret } from '../../../../src/auth/pkce.ts';
import { GMAIL_READONLY, grantsMailbox, missingScopes } from '../../../../src/auth/scopes.ts';

const ORIGIN = 'http://localhost:8787';

let items: Map<string, string>;
let storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
beforeEach(() => {
  items = new Map();
  storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
});

const SIGN_IN: DemoAsk = { step: 'sign-in', purpose: 'mailbox', after: 'scan' };
const READING: DemoAsk = { step: 'reading', address: 'robin.keller@mail.example', after: 'resume' };

async function begin(ask: DemoAsk = SIGN_IN): Promise<URL> {
  return new URL(await beginAtDemo({ storage, origin: ORIGIN }, ask));
}

describe('PKCE', () => {
  it('derives the challenge of the example in RFC 7636, appendix B', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('makes verifiers of 43 allowed characters, never the same twice', () => {
    const secrets = Array.from({ length: 50 }, randomSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(new Set(secrets).size).toBe(50);
  });
});

describe('a sign-in at the demo provider', () => {
  it('asks who the person is, with state, challenge and nonce hash, and keeps the secrets out of the address', async () => {
    const url = await begin();
    expect(url.pathname).toBe('/demo/consent');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'waystamp-demo',
      redirect_uri: `${ORIGIN}/`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    const answer = finishAtDemo({ storage }, `?code=c1&state=${url.searchParams.get('state') ?? ''}`);
    if (answer.kind !== 'signed-in' || answer.request.provider !== 'demo') throw new Error(answer.kind);
    const { codeVerifier, nonce } = answer.request;
    expect(url.href).not.toContain(codeVerifier);
    expect(url.href).not.toContain(nonce);
    expect(await challengeOf(codeVerifier)).toBe(url.searchParams.get('code_challenge'));
    expect(await challengeOf(nonce)).toBe(url.searchParams.get('nonce'));
    const redirectUri = `${ORIGIN}/`;
    expect(answer).toEqual({
      kind: 'signed-in',
      request: { provider: 'demo', code: 'c1', codeVerifier, redirectUri, nonce },
      purpose: 'mailbox',
      after: 'scan',
    });
  });

  it('asks for the mail of the signed-in person in a second redirect', async () => {
    const url = await begin(READING);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: `email profile ${GMAIL_READONLY}`,
      login_hint: 'robin.keller@mail.example',
    });
    expect(url.searchParams.has('nonce')).toBe(false);
    const answer = finishAtDemo({ storage }, `?code=c2&state=${url.searchParams.get('state') ?? ''}`);
    if (answer.kind !== 'reading') throw new Error(answer.kind);
    const { codeVerifier } = answer.request;
    expect(url.href).not.toContain(codeVerifier);
    expect(await challengeOf(codeVerifier)).toBe(url.searchParams.get('code_challenge'));
    expect(answer).toEqual({
      kind: 'reading',
      request: { provider: 'demo', code: 'c2', codeVerifier, redirectUri: `${ORIGIN}/` },
      after: 'resume',
    });
  });

  it('refuses an answer with another state, and ends the pending sign-in', async () => {
    const url = await begin();
    expect(finishAtDemo({ storage }, '?code=c1&state=other')).toEqual({ kind: 'foreign' });
    const late = `?code=c1&state=${url.searchParams.get('state') ?? ''}`;
    expect(finishAtDemo({ storage }, late)).toEqual({ kind: 'foreign' });
  });

  it('refuses an unexpected answer', () => {
    expect(finishAtDemo({ storage }, '?code=c1&state=s')).toEqual({ kind: 'foreign' });
    expect(finishAtDemo({ storage }, '?error=access_denied')).toEqual({ kind: 'foreign' });
  });

  it('survives a malformed record of a pending sign-in', () => {
    items.set('pending-sign-in', '{');
    expect(finishAtDemo({ storage }, '?code=c1&state=s')).toEqual({ kind: 'foreign' });
  });

  it('distinguishes a cancelled consent from a failure', async () => {
    const first = (await begin()).searchParams.get('state') ?? '';
    expect(finishAtDemo({ storage }, `?error=access_denied&state=${first}`)).toEqual({
      kind: 'declined',
      step: 'sign-in',
      after: 'scan',
    });
    const second = (await begin()).searchParams.get('state') ?? '';
    expect(finishAtDemo({ storage }, `?error=server_error&state=${second}`)).toEqual({
      kind: 'failed',
      reason: 'server_error',
    });
  });

  it('leaves an ordinary address alone', async () => {
    await begin();
    expect(finishAtDemo({ storage }, '?utm=x')).toEqual({ kind: 'none' });
    expect(items.size).toBe(1);
  });
});

describe('a grant', () => {
  it('lists what was not granted', () => {
    expect(missingScopes('email profile')).toEqual([GMAIL_READONLY]);
    expect(missingScopes('')).toEqual(['email', 'profile', GMAIL_READONLY]);
  });

  it('accepts scopes under the long names that Google returns', () => {
    const long =
      'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile openid';
    expect(grantsMailbox(`${long} ${GMAIL_READONLY}`)).toBe(true);
    expect(grantsMailbox(long)).toBe(false);
  });
});
