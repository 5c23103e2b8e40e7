import { IncomingMessage } from 'node:http';
import type { ClientAddress } from './contract.ts';

/** Stands for an unknown address (in-process tests). */
const UNKNOWN = 'unknown';

/**
 * The network address of a request, as used by limits: IPv4 in full, IPv6 by its /64, which is one household's.
 *
 * @param trustedProxies the number of our proxies on the way; each appends to X-Forwarded-For, so this many entries
 *   from the right are believed
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

/** The Node adapter passes the request in the environment; an in-process call has none. */
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
