import { createSecretKey, randomUUID } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import { z } from 'zod';

const ALGORITHM = 'HS256';
const ISSUER = 'urn:waystamp:session';
const AUDIENCE = 'waystamp';
/** Lifetime of a session in seconds: a day at a conference. */
const SESSION_SECONDS = 12 * 3600;

const claims = z.object({ sub: z.uuid(), jti: z.uuid(), exp: z.number() });

/** The claims of a session's token. It holds no address, which is read from the account. */
export interface SessionClaims {
  id: string;
  accountId: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Session tokens: signed, so that every copy of the server can check them and nobody else can make them. */
export interface SessionTokens {
  issue(accountId: string): Promise<{ token: string; expiresAt: number }>;
  /** `foreign`: not signed by this installation, or not a session's token. */
  read(token: string): Promise<SessionClaims | 'expired' | 'foreign'>;
}

/**
 * @param key 32 bytes derived from the server's secret for this purpose
 * @param now milliseconds since the epoch
 */
export function createSessionTokens(key: Uint8Array, now: () => number): SessionTokens {
  const secret = createSecretKey(key);
  return {
    async issue(accountId) {
      const issuedAt = Math.floor(now() / 1000);
      const exp = issuedAt + SESSION_SECONDS;
      const token = await new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(accountId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(exp)
        .sign(secret);
      return { token, expiresAt: exp * 1000 };
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, secret, {
          issuer: ISSUER,
          audience: AUDIENCE,
          algorithms: [ALGORITHM],
          currentDate: new Date(now()),
        });
        const { success, data } = claims.safeParse(payload);
        return success ? { id: data.jti, accountId: data.sub, expiresAt: data.exp * 1000 } : 'foreign';
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'expired';
        if (error instanceof errors.JOSEError) return 'foreign';
        throw error;
      }
    },
  };
}
