import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SignJWT, createLocalJWKSet, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { JWK } from 'jose';
import { z } from 'zod';
import type { Db } from '../database/db.ts';
import { identityUsers } from '../database/schema.ts';
import { sharedSetting } from '../database/settings.ts';
import type { EmbeddedIdentity, IdentityTokens } from './contract.ts';
import { verifyAnonymous } from './anonymous.ts';

const ALGORITHM = 'RS256';
const ISSUER = 'urn:waystamp:identity';
/** As Firebase's. Seconds. */
const TOKEN_SECONDS = 3600;

/** The Firebase SDK's configuration when this server is the identity service. */
export const EMBEDDED_FIREBASE = {
  apiKey: 'waystamp-embedded',
  authDomain: 'localhost',
  projectId: 'waystamp',
  appId: '1:0:web:0',
};

const signingKey = z.object({
  kty: z.literal('RSA'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});

/**
 * The identity service that answers the Firebase SDK in Firebase's place: anonymous identities in the database, and ID
 * tokens signed with a key that all copies of the server share through it.
 *
 * @param now milliseconds since the epoch, for tests
 */
export async function createEmbeddedIdentity(
  db: Db,
  now: () => number = Date.now,
): Promise<EmbeddedIdentity> {
  const jwk = signingKey.parse(JSON.parse(await sharedSetting(db, 'identity-key', makeSigningKey)));
  const publicJwk: JWK = { kty: jwk.kty, kid: jwk.kid, n: jwk.n, e: jwk.e, alg: ALGORITHM, use: 'sig' };
  const privateKey = await importJWK(jwk, ALGORITHM);
  const keys = createLocalJWKSet({ keys: [publicJwk] });

  const issue = async (userId: string, refreshToken: string, createdAt: Date): Promise<IdentityTokens> => {
    const issuedAt = Math.floor(now() / 1000);
    const idToken = await new SignJWT({
      provider_id: 'anonymous',
      user_id: userId,
      auth_time: Math.floor(createdAt.getTime() / 1000),
      firebase: { identities: {}, sign_in_provider: 'anonymous' },
    })
      .setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(EMBEDDED_FIREBASE.projectId)
      .setSubject(userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_SECONDS)
      .sign(privateKey);
    return { userId, idToken, refreshToken, expiresIn: TOKEN_SECONDS };
  };

  const verify = (idToken: string): Promise<string | null> =>
    verifyAnonymous(idToken, { issuers: [ISSUER], audience: EMBEDDED_FIREBASE.projectId, keys, now });

  return {
    verify,

    async signUp() {
      const userId = randomBytes(21).toString('base64url');
      const refreshToken = randomBytes(32).toString('base64url');
      const createdAt = new Date(now());
      await db
        .insert(identityUsers)
        .values({ id: userId, refreshHash: hash(refreshToken), createdAt, lastSeenAt: createdAt });
      return issue(userId, refreshToken, createdAt);
    },

    async refresh(refreshToken) {
      const [user] = await db
        .update(identityUsers)
        .set({ lastSeenAt: new Date(now()) })
        .where(eq(identityUsers.refreshHash, hash(refreshToken)))
        .returning({ id: identityUsers.id, createdAt: identityUsers.createdAt });
      return user === undefined ? null : issue(user.id, refreshToken, user.createdAt);
    },

    async lookup(idToken) {
      const userId = await verify(idToken);
      if (userId === null) return null;
      const [user] = await db.select().from(identityUsers).where(eq(identityUsers.id, userId));
      if (user === undefined) return null;
      return { userId, createdAt: user.createdAt.getTime(), lastSeenAt: user.lastSeenAt.getTime() };
    },

    async remove(idToken) {
      const userId = await verify(idToken);
      if (userId === null) return false;
      await db.delete(identityUsers).where(eq(identityUsers.id, userId));
      return true;
    },

    publicKeys: () => ({ keys: [{ ...publicJwk }] }),
  };
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  return JSON.stringify({ ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex') });
}

function hash(refreshToken: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(refreshToken).digest());
}
