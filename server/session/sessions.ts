import { eq, sql } from 'drizzle-orm';
import { type Db, UNNAMED } from '../database/db.ts';
import { endedSessions, usedIdTokens, users } from '../database/schema.ts';
import type { Provider, Sessions } from './contract.ts';
import { Refusal } from '../web/refusal.ts';
import { accountOf } from './account.ts';
import { createSessionTokens } from './token.ts';

interface SessionDeps {
  db: Db;
  provider: Provider;
  /** 32 bytes derived from the server's secret for this purpose. */
  key: Uint8Array;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * The server's own sessions. The database has what a signed token cannot hold, for all copies of the server: used ID
 * tokens, ended sessions, existing accounts.
 */
export function createSessions({ db, provider, key, now }: SessionDeps): Sessions {
  const tokens = createSessionTokens(key, now);
  const account = findAccount(db);
  return {
    async open(idToken, nonce, effort) {
      const signIn = await provider.verify(idToken, nonce, effort);
      const user = await db.transaction(async (tx) => {
        const [first] = await tx
          .insert(usedIdTokens)
          .values({ fingerprint: signIn.fingerprint, expiresAt: new Date(signIn.expiresAt) })
          .onConflictDoNothing()
          .returning({ fingerprint: usedIdTokens.fingerprint });
        if (first === undefined) {
          throw new Refusal(401, 'This ID token has been used before. Sign in again.', {
            code: 'id_token_used',
          });
        }
        return accountOf(tx, signIn);
      });
      return { ...(await tokens.issue(user.id)), user };
    },

    async read(token) {
      const claims = await tokens.read(token);
      if (claims === 'foreign') {
        throw new Refusal(401, 'Sign in again: this sign-in is not one of this server.', {
          code: 'session_invalid',
        });
      }
      if (claims === 'expired') {
        throw new Refusal(401, 'Sign in again: this sign-in has expired.', { code: 'session_expired' });
      }
      const [found] = await account.execute({ account: claims.accountId, session: claims.id });
      if (found === undefined || found.ended !== null) {
        throw new Refusal(401, 'Sign in again: this sign-in was ended.', { code: 'session_ended' });
      }
      return { ...claims, email: found.email };
    },

    async end({ id, expiresAt }) {
      await db
        .insert(endedSessions)
        .values({ id, expiresAt: new Date(expiresAt) })
        .onConflictDoNothing();
    },
  };
}

/** A session's account, if it still exists, and whether the session was ended. */
function findAccount(db: Db) {
  return db
    .select({ email: users.email, ended: endedSessions.id })
    .from(users)
    .leftJoin(endedSessions, eq(endedSessions.id, sql.placeholder('session')))
    .where(eq(users.id, sql.placeholder('account')))
    .prepare(UNNAMED);
}
