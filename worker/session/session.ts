import { z } from 'zod';
import { SESSION_TOKEN } from '../contract.ts';
import type { Clock } from '../clock.ts';
import type { ErrorCode, ServerSession, Session } from '../contract.ts';
import { AppFailure, failure } from '../errors.ts';
import { mailGrantSchema } from './mail-grant.ts';

/** A session that our server accepts. */
export type SignedIn = Session & { serverSession: ServerSession };

const sessionSchema: z.ZodType<Session> = z.object({
  userId: z.string().min(1),
  email: z.email(),
  psiPublicKeysLink: z.string(),
  psiPrivateKeys: z.string(),
  // Older versions sent their token to the server with every call. It is not taken over, and expires within the hour.
  googleAuthToken: mailGrantSchema.nullable().catch(null),
  serverSession: z
    .object({ token: z.string().regex(SESSION_TOKEN), expiresAt: z.number() })
    .nullable()
    .catch(null),
});

/**
 * Reads a session kept by the page; null when there is none or it is unreadable. A session from an older version comes
 * back without tokens: its owner is still known, and signing in again continues with what was found.
 */
export function restoreSession(value: unknown): Session | null {
  const parsed = sessionSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * The session, if our server's part of it is still valid.
 *
 * @throws AppFailure `signed_out` or `session_expired`
 */
export function signedIn(session: Session | null, clock: Clock): SignedIn {
  if (session === null) throw failure('signed_out');
  const { serverSession } = session;
  if (serverSession === null || serverSession.expiresAt <= clock.now()) throw failure('session_expired');
  return { ...session, serverSession };
}

const OVER = ['session_expired', 'session_ended', 'session_invalid'] as const satisfies ErrorCode[];

/** The code if it is one with which our server refuses a session. */
export function sessionCode(code: unknown): (typeof OVER)[number] | undefined {
  return OVER.find((known) => known === code);
}

/** True for a failure after which the person must sign in again. */
export function isSessionOver(error: unknown): error is AppFailure {
  return error instanceof AppFailure && sessionCode(error.code) !== undefined;
}
