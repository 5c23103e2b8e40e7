import { hkdfSync, randomBytes } from 'node:crypto';
import { sharedSetting } from './settings.ts';
import type { Db } from './db.ts';

/** Bytes of the secret and of everything derived from it. */
const SECRET_BYTES = 32;

/** The purposes of derived keys; each has a key of its own. */
export type SecretPurpose = 'blob' | 'demo' | 'session';

/**
 * The server's secret: `WAYSTAMP_SECRET`, or one that is made on the first start and kept in the database, so that
 * tokens survive a restart and copies of the server agree.
 *
 * @returns a function that derives the 32-byte key for a purpose (HKDF-SHA-256, RFC 5869)
 */
export async function openSecret(
  db: Db,
  configured: string | undefined,
): Promise<(purpose: SecretPurpose) => Uint8Array> {
  const secret =
    configured ?? (await sharedSetting(db, 'secret', () => randomBytes(SECRET_BYTES).toString('base64url')));
  return (purpose) => new Uint8Array(hkdfSync('sha256', secret, '', `waystamp ${purpose} v1`, SECRET_BYTES));
}
