import type { Demo } from '../demo/index.ts';
import type { Provider } from '../session/contract.ts';
import { createProvider } from './verify.ts';

/** Addresses that are made up: names below `example` are nobody's (RFC 2606 2). */
const MADE_UP = /[.@]example$/;

/**
 * The demo provider, by the same rules as Google; its keys are this server's own. It lets anybody in as the owner of
 * its mailbox, who is a real person where that is a file (`WAYSTAMP_DEMO_MBOX`). So it decides who holds made-up
 * addresses alone, and nobody comes to a real person's account from before through it.
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
