import { z } from 'zod';
import { SESSION_TOKEN } from '../contract.ts';
import type { Clock } from '../clock.ts';
import type { ErrorCode, ServerSession, Session } from '../contract.ts';
import { AppFailure, failure } from '../errors.ts';
import { mailGrantSchema } from './mail-grant.ts';

/** Somebody whose calls our server takes. */
export type SignedIn = Session & { serverSession: ServerSession };

const sessionSchema: z.ZodType<Session> = z.object({
  userId: z.string().min(1),
  email: z.email(),
  psiPublicKeysLink: z.string(),
  psiPrivateKeys: z.string(),
  // Older versions sent their token to the server with every call: it is not taken over, and expires within the hour.
  googleAuthToken: mailGrantSchema.nullable().catch(null),
  serverSession: z
    .object({ token: z.string().regex(SESSION_TOKEN), expiresAt: z.number() })
    .nullable()
    .catch(null),
});

/**
 * A session as the page kept it; null when there is none or it is not readable. One that an older version wrote
 * comes back without tokens: whose device it is stays known, and signing in again goes on with what was found.
 */
export function restoreSession(value: unknown): Session | null {
  const parsed = sessionSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * The session when our server's part of it still holds.
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

/** The code with which our server refuses a session, when this is one. */
export function sessionCode(code: unknown): (typeof OVER)[number] | undefined {
  return OVER.find((known) => known === code);
}

/** True for a failure after which our server has to be signed in to again. */
export function isSessionOver(error: unknown): error is AppFailure {
  return error instanceof AppFailure && sessionCode(error.code) !== undefined;
}
