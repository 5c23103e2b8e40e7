import { beforeEach, describe, expect, it } from 'vitest';
import { beginDemoSignIn, finishDemoSignIn } from '../../../src/auth/demo.ts';
import { challengeOf, randomSecret } from '../../../src/auth/pkce.ts';
import { GMAIL_READONLY, grantsMailbox, missingScopes } from '../../../src/auth/scopes.ts';

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

async function begin(purpose: 'mailbox' | 'account' = 'mailbox'): Promise<URL> {
  return new URL(await beginDemoSignIn({ storage, origin: ORIGIN }, purpose, 'scan'));
}

describe('PKCE', () => {
  it('derives the challenge of the example in RFC 7636, appendix B', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('makes verifiers of 43 allowed characters, never the same', () => {
    const secrets = Array.from({ length: 50 }, randomSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(new Set(secrets).size).toBe(50);
  });
});

describe('a sign-in at the demo provider', () => {
  it('asks for the three scopes with state and challenge, and keeps the verifier out of the address', async () => {
    const url = await begin();
    expect(url.pathname).toBe('/demo/consent');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'waystamp-demo',
      redirect_uri: `${ORIGIN}/`,
      response_type: 'code',
      scope: `email profile ${GMAIL_READONLY}`,
      code_challenge_method: 'S256',
    });
    const answer = finishDemoSignIn({ storage }, `?code=c1&state=${url.searchParams.get('state') ?? ''}`);
    if (answer.kind !== 'granted' || answer.request.provider !== 'demo') throw new Error(answer.kind);
    const { codeVerifier } = answer.request;
    expect(url.href).not.toContain(codeVerifier);
    expect(await challengeOf(codeVerifier)).toBe(url.searchParams.get('code_challenge'));
    expect(answer.request).toEqual({ provider: 'demo', code: 'c1', codeVerifier, redirectUri: `${ORIGIN}/` });
    expect(answer.after).toBe('scan');
  });

  it('for a file asks for address and profile only', async () => {
    const url = await begin('account');
    expect(url.searchParams.get('scope')).toBe('email profile');
  });

  it('refuses an answer with another state, and uses up what was pending', async () => {
    const url = await begin();
    expect(finishDemoSignIn({ storage }, '?code=c1&state=other')).toEqual({ kind: 'foreign' });
    const late = `?code=c1&state=${url.searchParams.get('state') ?? ''}`;
    expect(finishDemoSignIn({ storage }, late)).toEqual({ kind: 'foreign' });
  });

  it('refuses an answer that nobody asked for', () => {
    expect(finishDemoSignIn({ storage }, '?code=c1&state=s')).toEqual({ kind: 'foreign' });
    expect(finishDemoSignIn({ storage }, '?error=access_denied')).toEqual({ kind: 'foreign' });
  });

  it('survives a broken note of what was pending', () => {
    items.set('pending-sign-in', '{');
    expect(finishDemoSignIn({ storage }, '?code=c1&state=s')).toEqual({ kind: 'foreign' });
  });

  it('tells a cancelled consent from a failure', async () => {
    const first = (await begin()).searchParams.get('state') ?? '';
    expect(finishDemoSignIn({ storage }, `?error=access_denied&state=${first}`)).toEqual({
      kind: 'declined',
      after: 'scan',
    });
    const second = (await begin()).searchParams.get('state') ?? '';
    expect(finishDemoSignIn({ storage }, `?error=server_error&state=${second}`)).toEqual({
      kind: 'failed',
      reason: 'server_error',
    });
  });

  it('leaves an ordinary address alone', async () => {
    await begin();
    expect(finishDemoSignIn({ storage }, '?utm=x')).toEqual({ kind: 'none' });
    expect(items.size).toBe(1);
  });
});

describe('a grant', () => {
  it('names what it leaves out', () => {
    expect(missingScopes('email profile', 'mailbox')).toEqual([GMAIL_READONLY]);
    expect(missingScopes('', 'account')).toEqual(['email', 'profile']);
  });

  it('counts under the long names that Google answers with', () => {
    const long =
      'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile openid';
    expect(grantsMailbox(`${long} ${GMAIL_READONLY}`)).toBe(true);
    expect(grantsMailbox(long)).toBe(false);
  });
});
