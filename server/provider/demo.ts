import type { Demo } from '../demo/index.ts';
import type { Provider } from '../session/contract.ts';
import { createProvider } from './verify.ts';

/** Fictional addresses: domains below `example` belong to nobody (RFC 2606 2). */
const MADE_UP = /[.@]example$/;

/**
 * The demo provider, under the same rules as Google, with this server's own keys. It lets anybody in as the owner of
 * its mailbox. With `WAYSTAMP_DEMO_MBOX` that is a real person, so the provider is authoritative for fictional
 * addresses only, and nobody can take over a real person's older account through it.
 */
export function createDemoProvider(demo: Demo, now: () => number): Provider {
  const { issuer, algorithm, keys } = demo.idTokens;
  return createProvider({
    name: 'The demo provider',
    issuer,
    audience: demo.clientId,
    algorithm,
    keys,
    authoritative: ({ email }) => MADE_UP.test(email),
    now,
  });
}
