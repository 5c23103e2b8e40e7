import type { Demo } from '../demo/index.ts';
import type { Provider } from '../session/contract.ts';
import { createProvider } from './verify.ts';

/** The demo provider, by the same rules as Google; its keys are this server's own. */
export function createDemoProvider(demo: Demo, now: () => number): Provider {
  const { issuer, algorithm, keys } = demo.idTokens;
  return createProvider({
    name: 'The demo provider',
    issuer,
    audience: demo.clientId,
    algorithm,
    keys,
    // All its addresses are its own.
    authoritative: () => true,
    now,
  });
}
