import { createMiddleware } from 'hono/factory';
import type { Session, Sessions } from './contract.ts';
import { described, errors } from '../web/describe.ts';
import { Refusal } from '../web/refusal.ts';

/** The context for routes behind {@link authenticate}. */
export interface Authenticated {
  Variables: {
    /** The caller's account. */
    accountId: string;
    /** The caller's own verified address, in lower case. */
    email: string;
    session: Session;
  };
}

/** RFC 6750 2.1, with a JWT's three parts (RFC 7515 7.1). Ours have under 400 characters. */
const BEARER = /^Bearer ([\w-]{1,100}\.[\w-]{1,500}\.[\w-]{43})$/i;

/**
 * Requires a session of this server. Any other bearer token is refused by its signature alone: nobody is asked about
 * it, and nothing is remembered.
 */
export function authenticate(sessions: Sessions) {
  const reading = createMiddleware<Authenticated>(async (context, next) => {
    const [, token = ''] = BEARER.exec(context.req.header('authorization') ?? '') ?? [];
    const session = await sessions.read(token).catch((error: unknown) => {
      if (error instanceof Refusal) context.header('www-authenticate', 'Bearer');
      throw error;
    });
    context.set('accountId', session.accountId);
    context.set('email', session.email);
    context.set('session', session);
    await next();
  });
  return described(reading, { credentials: ['session'], answers: errors([401]) });
}
