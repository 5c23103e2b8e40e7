import { createMiddleware } from 'hono/factory';
import { described, errors } from './openapi/describe.ts';
import { Refusal } from './refusal.ts';

/** Names of this machine that no web site can claim (RFC 6761 6.3). */
const LOOPBACK_HOST = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/i;

/** What proxies add to a request (RFC 7239; the X-Forwarded family). */
const PASSED_ON = /^(forwarded|x-forwarded-[a-z-]+)$/i;

/** True for an address that only this machine reaches. */
export function isLoopback(address: string): boolean {
  return LOOPBACK_HOST.test(address) || address === '::1';
}

/**
 * For a server that is meant for this machine alone: refuses requests under any other name. A web site whose
 * name was made to point here (DNS rebinding) could otherwise use the server as the person at it. And what a proxy has
 * passed on, whose own name for this server may well be `localhost`: others come through it, and whoever set it up has
 * not said so.
 */
export function ownHostOnly() {
  const checking = createMiddleware(async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (!isLoopback(hostname)) {
      throw new Refusal(421, 'This server is for this machine only. Set PUBLIC_ORIGIN to serve others.');
    }
    if ([...context.req.raw.headers.keys()].some((name) => PASSED_ON.test(name))) {
      throw new Refusal(
        421,
        'This server is for this machine only, and a proxy has passed this request on. Set PUBLIC_ORIGIN and TRUSTED_PROXIES to serve others.',
      );
    }
    await next();
  });
  return described(checking, { answers: errors([421]) });
}
