import { createHash, timingSafeEqual } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import { z } from 'zod';

/** A consent, waiting to be exchanged for a token. */
export interface Grant {
  redirectUri: string;
  scopes: readonly string[];
  /** PKCE, method S256 (RFC 7636 section 4.2). */
  codeChallenge: string;
  /** The nonce of a sign-in; null for a request for access. */
  nonce: string | null;
}

/** The parameters of the exchange. */
export interface Redemption {
  code: string;
  clientId: string;
  redirectUri: string;
  codeVerifier: string;
}

/** Authorization codes: valid for a minute and for one try, useless without the PKCE verifier. */
export interface AuthorizationCodes {
  issue(grant: Grant): Promise<string>;
  /** The consent, or null when the code is unknown, used or too old, or the rest does not match. */
  redeem(redemption: Redemption): Promise<Pick<Grant, 'scopes' | 'nonce'> | null>;
}

const CODE_SECONDS = 60;
const AUDIENCE = 'waystamp-demo-code';
/** RFC 7636 section 4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;
const claims = z.object({
  jti: z.string(),
  exp: z.number(),
  client: z.string(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  codeChallenge: z.string(),
  nonce: z.string().nullable(),
});

/**
 * Codes are signed, so that any copy of the server can redeem them. Each copy remembers those it has seen. A code
 * replayed at another copy still needs the verifier, which never leaves the app.
 *
 * @param now the time in milliseconds, for tests
 */
export function createAuthorizationCodes(
  secret: Uint8Array,
  clientId: string,
  now: () => number,
): AuthorizationCodes {
  const used = new Map<string, number>();

  const read = async (code: string): Promise<z.infer<typeof claims> | null> => {
    try {
      const { payload } = await jwtVerify(code, secret, {
        audience: AUDIENCE,
        algorithms: ['HS256'],
        currentDate: new Date(now()),
      });
      return claims.safeParse(payload).data ?? null;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  };

  return {
    issue({ redirectUri, scopes, codeChallenge, nonce }) {
      return new SignJWT({ client: clientId, redirectUri, scopes: [...scopes], codeChallenge, nonce })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(AUDIENCE)
        .setJti(crypto.randomUUID())
        .setExpirationTime(Math.floor(now() / 1000) + CODE_SECONDS)
        .sign(secret);
    },
    async redeem({ code, clientId: client, redirectUri, codeVerifier }) {
      const grant = await read(code);
      for (const [id, expiresAt] of used) if (expiresAt < now()) used.delete(id);
      if (!grant || used.has(grant.jti)) return null;
      used.set(grant.jti, grant.exp * 1000);
      const fits =
        VERIFIER.test(codeVerifier) &&
        grant.client === client &&
        grant.redirectUri === redirectUri &&
        sameText(grant.codeChallenge, s256(codeVerifier));
      return fits ? { scopes: grant.scopes, nonce: grant.nonce } : null;
    },
  };
}

function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
