import { IncomingMessage } from 'node:http';
import type { ClientAddress } from '../ports.ts';

/** What is counted for a request whose address is not known (in-process tests). */
const UNKNOWN = 'unknown';

/**
 * The network address a request comes from, as limits count it: IPv4 whole, IPv6 by its /64, which is what one
 * household gets.
 *
 * @param trustedProxies how many proxies of ours a request has passed; each appends to X-Forwarded-For, so only
 *   that many entries, from the right, are believed
 */
export function createClientAddress(trustedProxies: number): ClientAddress {
  return (context) => {
    if (trustedProxies > 0) {
      const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
      const address = hops.at(-trustedProxies) ?? hops[0];
      if (address !== undefined && address !== '') return network(address);
    }
    return network(connectionAddress(context.env) ?? UNKNOWN);
  };
}

/** The Node adapter hands the request on in the environment; a call in-process has none. */
function connectionAddress(env: unknown): string | undefined {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return undefined;
  return env.incoming instanceof IncomingMessage ? env.incoming.socket.remoteAddress : undefined;
}

function network(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':').toLowerCase();
}
