import { describe, expect, it } from 'vitest';
import { PsiError, initPsi } from '../../../psi-wasm/index.ts';
import type { PsiErrorCode } from '../../../psi-wasm/index.ts';
import { createAnnouncements } from '../../../server/psi/announcements.ts';
import { Refusal } from '../../../server/web/refusal.ts';

const LINK = 'http://localhost/blob/public/psi/keys';

/** Announces keys to a PSI that fails in this way. */
async function failing(code: PsiErrorCode) {
  const psi = await initPsi();
  const readPublicKeys = (): never => {
    throw new PsiError(code, 'in the module');
  };
  return createAnnouncements({ read: async () => new Uint8Array(4) }, { ...psi, readPublicKeys });
}

describe('announced keys', () => {
  it.each(['bad_length', 'bad_version', 'bad_kind', 'bad_residue', 'bad_slots'] as const)(
    'that are refused as %s are their sender’s error',
    async (code) => {
      const announcements = await failing(code);
      const refused = await announcements.read(LINK).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Refusal);
      expect(refused).toMatchObject({ status: 400 });
    },
  );

  it.each(['internal', 'load_failed', 'no_randomness'] as const)(
    'for which the module fails as %s are a server error, not a refusal',
    async (code) => {
      const announcements = await failing(code);
      await expect(announcements.read(LINK)).rejects.toSatisfy(
        (error) => error instanceof PsiError && error.code === code,
      );
    },
  );

  it('that are not keys are refused', async () => {
    const announcements = createAnnouncements({ read: async () => new Uint8Array(100) }, await initPsi());
    await expect(announcements.read(LINK)).rejects.toMatchObject({ status: 400 });
  });
});
