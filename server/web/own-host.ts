import { createMiddleware } from 'hono/factory';
import { described, errors } from './describe.ts';
import { Refusal } from './refusal.ts';

/** Host names of this machine that no web site can claim (RFC 6761 6.3). */
const LOOPBACK_HOST = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/i;

/** Headers that proxies add (RFC 7239; the X-Forwarded family). */
const PASSED_ON = /^(forwarded|x-forwarded-[a-z-]+)$/i;

/** True for an address that only this machine can reach. */
export function isLoopback(address: string): boolean {
  return LOOPBACK_HOST.test(address) || address === '::1';
}

/**
 * For a server meant for this machine alone. Refuses requests under any other host name: a web site whose name was made
 * to point here (DNS rebinding) could otherwise act as the person at this machine. Also refuses requests that passed a
 * proxy, which may use `localhost` as the server's name: others come through it, and nobody has configured that.
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
