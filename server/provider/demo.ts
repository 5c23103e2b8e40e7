import type { Demo } from '../demo/index.ts';
import type { Provider } from '../ports.ts';
import { accountAddress } from './address.ts';

/** The demo provider's tokens are signed by this server, so nobody has to be asked. */
export function createDemoProvider(demo: Demo): Provider {
  return {
    async addressOf(token) {
      const access = await demo.verifyAccessToken(token);
      if (access === null || access.audience !== demo.clientId || !access.scopes.includes('email'))
        return null;
      return accountAddress(access.email);
    },
  };
}
