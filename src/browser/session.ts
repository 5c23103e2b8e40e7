/**
 * `localStorage.session`: read with zod, so that a session that was tampered with or written by an older version counts
 * as none instead of breaking the app.
 */
import * as z from 'zod/mini';
import { SESSION_TOKEN } from '../../worker/contract.ts';
import type { Session } from '../../worker/contract.ts';

export const SESSION_KEY = 'session';

const text = z.string().check(z.minLength(1));
/** Milliseconds since the epoch. */
const moment = z.number().check(z.positive());

const grantSchema = z.object({
  access_token: text,
  token_type: z.literal('Bearer'),
  scope: z.string(),
  expires_at: moment,
  provider: z.enum(['demo', 'google']),
});

/** Base64; empty while used keys are being replaced. */
const PRIVATE_KEYS = /^[A-Za-z0-9+/]*={0,2}$/;

const sessionSchema = z.object({
  userId: text,
  email: z.email(),
  psiPublicKeysLink: z.url(),
  psiPrivateKeys: z.string().check(z.regex(PRIVATE_KEYS)),
  googleAuthToken: z.optional(z.unknown()),
  serverSession: z.optional(z.unknown()),
});

const serverSessionSchema = z.object({ token: z.string().check(z.regex(SESSION_TOKEN)), expiresAt: moment });

/** The saved session, or null when there is none or it cannot be used. Never throws. */
export function readSession(storage: Pick<Storage, 'getItem'>): Session | null {
  try {
    const { data } = sessionSchema.safeParse(JSON.parse(storage.getItem(SESSION_KEY) ?? 'null'));
    if (data === undefined) return null;
    // Without these two the person is still known and can sign in again; no findings are lost.
    return {
      ...data,
      googleAuthToken: grantSchema.safeParse(data.googleAuthToken).data ?? null,
      serverSession: serverSessionSchema.safeParse(data.serverSession).data ?? null,
    };
  } catch {
    // Not JSON, or storage is blocked: nobody is signed in.
    return null;
  }
}

/**
 * Saves the session, or removes it if it is null.
 *
 * @returns false when the browser refused (storage full or disabled); the session then ends with the page
 */
export function writeSession(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  session: Session | null,
): boolean {
  try {
    if (session === null) storage.removeItem(SESSION_KEY);
    else storage.setItem(SESSION_KEY, JSON.stringify(session));
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes over a session from an older version. Its token could read mail and was sent to the server with every call, so
 * it is removed rather than kept as a mail grant. The address and the keys stay.
 */
export function carryOverSession(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): void {
  const session = readSession(storage);
  if (session !== null) writeSession(storage, session);
}
