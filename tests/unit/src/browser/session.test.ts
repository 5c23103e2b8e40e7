import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../worker/contract.ts';
import { storageOf } from '../../../../src/browser/storage.ts';
import { carryOverSession, readSession, SESSION_KEY, writeSession } from '../../../../src/browser/session.ts';

const SESSION: Session = {
  userId: 'user-1',
  email: 'robin.keller@mail.example',
  psiPublicKeysLink: 'http://localhost:8787/blob/public/abc',
  psiPrivateKeys: 'q83v/w+A'.repeat(8),
  googleAuthToken: {
    access_token: 't',
    token_type: 'Bearer',
    scope: 'email',
    expires_at: 1_700_000_000_000,
    provider: 'google',
  },
  serverSession: { token: `s.s.${'s'.repeat(43)}`, expiresAt: 1_700_000_000_000 },
};

function memory(value: string | null): Storage {
  const items = new Map<string, string>(value === null ? [] : [[SESSION_KEY, value]]);
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    get length() {
      return items.size;
    },
  };
}

describe('the saved session', () => {
  it('reads back as it was written', () => {
    const storage = memory(null);
    expect(writeSession(storage, SESSION)).toBe(true);
    expect(readSession(storage)).toEqual(SESSION);
  });

  it('is gone once null is written', () => {
    const storage = memory(JSON.stringify(SESSION));
    writeSession(storage, null);
    expect(storage.getItem(SESSION_KEY)).toBeNull();
    expect(readSession(storage)).toBeNull();
  });

  it('may lack private keys while they are being replaced', () => {
    const spent = { ...SESSION, psiPrivateKeys: '' };
    expect(readSession(memory(JSON.stringify(spent)))).toEqual(spent);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another type', '"robin"'],
    ['an empty object', '{}'],
    ['no address', JSON.stringify({ ...SESSION, email: 'robin' })],
    ['no link', JSON.stringify({ ...SESSION, psiPublicKeysLink: 'keys' })],
    ['keys that are not base64', JSON.stringify({ ...SESSION, psiPrivateKeys: '<script>' })],
    ['no user', JSON.stringify({ ...SESSION, userId: '' })],
  ])('counts as absent when it holds %s', (_what, saved) => {
    expect(readSession(memory(saved))).toBeNull();
  });

  it('may lack a mail grant and a valid session with our server', () => {
    const without = { ...SESSION, googleAuthToken: null, serverSession: null };
    expect(readSession(memory(JSON.stringify(without)))).toEqual(without);
  });

  it('loses only an invalid mail grant or server session', () => {
    const googleAuthToken = { ...SESSION.googleAuthToken, token_type: 'MAC' };
    const spoilt = { ...SESSION, googleAuthToken, serverSession: { token: '', expiresAt: 'soon' } };
    expect(readSession(memory(JSON.stringify(spoilt)))).toEqual({
      ...SESSION,
      googleAuthToken: null,
      serverSession: null,
    });
  });

  it('from an older version keeps everything but its token, which is deleted', () => {
    const { provider: _later, ...token } = SESSION.googleAuthToken ?? { provider: 'google' };
    const { serverSession: _none, ...old } = { ...SESSION, googleAuthToken: token };
    const storage = memory(JSON.stringify(old));
    carryOverSession(storage);
    expect(readSession(storage)).toEqual({ ...SESSION, googleAuthToken: null, serverSession: null });
    expect(storage.getItem(SESSION_KEY)).not.toContain('access_token');
    const now = memory(JSON.stringify(SESSION));
    carryOverSession(now);
    expect(readSession(now)).toEqual(SESSION);
    const nobody = memory('{');
    carryOverSession(nobody);
    expect(nobody.getItem(SESSION_KEY)).toBe('{');
  });

  it('counts as absent when the browser refuses storage, and writing reports that', () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(readSession({ getItem: refuse })).toBeNull();
    expect(writeSession({ setItem: refuse, removeItem: refuse }, SESSION)).toBe(false);
  });
});

describe('storage that the browser throws on at any access', () => {
  const refused = storageOf(() => {
    throw new DOMException('denied', 'SecurityError');
  });

  it('holds no session, refuses to keep one, and has nothing to forget', () => {
    expect(readSession(refused)).toBeNull();
    expect(writeSession(refused, SESSION)).toBe(false);
    expect(() => refused.removeItem(SESSION_KEY)).not.toThrow();
  });

  it('is distinguished from an existing one', () => {
    const storage = memory(JSON.stringify(SESSION));
    expect(readSession(storageOf(() => storage))).toEqual(SESSION);
  });
});
