import type { Psi } from '../../psi-wasm/index.ts';
import type { Announcements } from '../accounts/contract.ts';
import type { BlobStore } from '../blob/contract.ts';
import { unreadable } from './unreadable.ts';

/** Reads announced keys from the store and decodes them at once, so that a bad link is reported now. */
export function createAnnouncements(store: Pick<BlobStore, 'read'>, psi: Psi): Announcements {
  return {
    async read(link) {
      const bytes = await store.read(link);
      try {
        const { publicKeys, keyId } = psi.readPublicKeys(bytes);
        return { link, keyId, publicKeys };
      } catch (cause) {
        throw unreadable(cause, 'What lies at psiPublicKeysLink are not public keys of this version.');
      }
    },
  };
}
