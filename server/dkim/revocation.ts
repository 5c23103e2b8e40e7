import { readRecord } from './record.ts';

/** A record at a name, and the day on which DNS last gave it; null when this server never saw it there. */
interface DatedRecord {
  name: string;
  record: string;
  lastSeen: string | null;
}

/**
 * Takes out the keys that their owner has revoked, and leaves the revocations themselves.
 *
 * A key that merely disappears was rotated, and its mail goes on to verify. A record with an empty `p=` says more:
 * "this public key has been revoked" (RFC 6376 3.6.1), which a signer publishes "if a private key has been compromised
 * or otherwise disabled", and after which "all messages using that selector should fail verification". Mail signed
 * before it is not excepted, since nobody could tell it apart: `t=`, Date and Received are written by whoever holds
 * the key, and the mailbox file by whoever brings it. So the revocation wins for mail of any age, and genuine old mail
 * under such a key counts as self-attested, which is the safe mistake of the two.
 *
 * What is published at the name after the revocation is a new key (or the same one, taken back into use), and counts.
 * A key and a revocation seen last on the same day count as revoked: they stood there together, or the revocation may
 * have come second. That the revocation's record disappears again takes nothing back.
 */
export function withoutRevoked<Key extends DatedRecord>(keys: readonly Key[]): Key[] {
  const revokedUntil = new Map<string, string>();
  const revocations = new Set(keys.filter(({ record }) => readRecord(record) === 'revocation'));
  for (const { name, lastSeen } of revocations) {
    const day = lastSeen ?? '';
    if (day >= (revokedUntil.get(name) ?? '')) revokedUntil.set(name, day);
  }
  return keys.filter((key) => {
    const until = revokedUntil.get(key.name);
    return until === undefined || revocations.has(key) || (key.lastSeen ?? '') > until;
  });
}
