import { createMiddleware } from 'hono/factory';
import type { Provider } from '../ports.ts';
import { described, errors } from '../web/openapi/describe.ts';
import { Refusal } from '../web/refusal.ts';
import { accountAddress } from './address.ts';

/** What the routes behind {@link authenticate} find in the context. */
export interface Authenticated {
  Variables: {
    /** The caller's own verified address, in lower case. */
    email: string;
  };
}

/** RFC 6750 2.1; the length keeps a hostile header from being hashed and sent on. Characters. */
const BEARER = /^Bearer ([A-Za-z0-9._~+/-]{8,4096}=*)$/i;

/**
 * Asks the provider whose token this is (DESIGN 7, Auth). Every way in which a token can be wrong gets the
 * same 401, so the answer tells nothing about accounts.
 */
export function authenticate(provider: Provider) {
  const asking = createMiddleware<Authenticated>(async (context, next) => {
    const [, token] = BEARER.exec(context.req.header('authorization') ?? '') ?? [];
    const email = token === undefined ? null : await provider.addressOf(token);
    if (email === null) {
      context.header('www-authenticate', 'Bearer');
      throw new Refusal(401, 'Sign in again: this sign-in is not valid or has expired.');
    }
    context.set('email', email);
    await next();
  });
  return described(asking, { credentials: ['accessToken'], answers: errors([401, 503]) });
}

/**
 * A person may touch their own address only; whether another one has an account is not told.
 *
 * @returns the caller's address
 * @throws Refusal 403
 */
export function ownAddress(caller: string, named: string): string {
  if (accountAddress(named.trim()) !== caller) {
    throw new Refusal(403, 'This sign-in is for another address.');
  }
  return caller;
}
