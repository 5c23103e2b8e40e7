import { SignJWT, errors, jwtVerify } from 'jose';
import { createTokenMemory } from './token-memory.ts';

export const DEMO_CLIENT_ID = 'waystamp-demo';
const ISSUER = 'waystamp-demo-provider';

/** The person and rights of an access token. */
export interface DemoAccess {
  email: string;
  /** The client that the token was issued for. */
  audience: string;
  scopes: string[];
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** The demo provider's access tokens: signed, so that every copy of the server can check them. */
export interface AccessTokens {
  issue(email: string, scopes: readonly string[]): Promise<{ token: string; expiresInSeconds: number }>;
  /** Null for a foreign, expired or revoked token. */
  verify(token: string): Promise<DemoAccess | null>;
  /** Remembered by this process until the token would have expired. An unknown token is ignored (RFC 7009). */
  revoke(token: string): Promise<void>;
}

/**
 * Tokens are JWTs (HS256) with the server's secret.
 *
 * @param tokenSeconds lifetime of a token
 * @param now the time in milliseconds, for tests
 */
export function createAccessTokens(
  secret: Uint8Array,
  tokenSeconds: number,
  now: () => number,
): AccessTokens {
  const revoked = new Map<string, number>();
  /** Tokens with a valid signature. */
  const genuine = createTokenMemory<DemoAccess & { id: string }>();

  const read = async (token: string): Promise<(DemoAccess & { id: string }) | null> => {
    const known = genuine.get(token);
    if (known !== undefined) return known.expiresAt > now() ? known : null;
    try {
      const { payload } = await jwtVerify(token, secret, {
        issuer: ISSUER,
        audience: DEMO_CLIENT_ID,
        algorithms: ['HS256'],
        currentDate: new Date(now()),
        requiredClaims: ['exp', 'jti', 'sub'],
      });
      const { sub = '', jti = '', exp = 0 } = payload;
      const scopes = typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
      const access = { id: jti, email: sub, audience: DEMO_CLIENT_ID, scopes, expiresAt: exp * 1000 };
      genuine.set(token, access);
      return access;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  };

  return {
    async issue(email, scopes) {
      const issuedAt = Math.floor(now() / 1000);
      const token = await new SignJWT({ scope: scopes.join(' ') })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(DEMO_CLIENT_ID)
        .setSubject(email)
        .setJti(crypto.randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenSeconds)
        .sign(secret);
      return { token, expiresInSeconds: tokenSeconds };
    },
    async verify(token) {
      const access = await read(token);
      if (!access || revoked.has(access.id)) return null;
      const { email, audience, scopes, expiresAt } = access;
      return { email, audience, scopes, expiresAt };
    },
    async revoke(token) {
      const access = await read(token);
      for (const [id, expiresAt] of revoked) if (expiresAt < now()) revoked.delete(id);
      if (access) revoked.set(access.id, access.expiresAt);
    },
  };
}
