import type { Random } from '../../../server/demo/mailbox/random.ts';
import { ED25519, OTHER_RSA, RSA_1024, type TestKey, barePkcs1 } from '../../support/mail/test-keys.ts';

/** One TXT record of a key, with tags that a key's owner may set. */
function oneRecord(random: Random, key: TestKey): string {
  const isRsa = key !== ED25519;
  const type = isRsa ? 'rsa' : 'ed25519';
  return random.pick([
    key.record,
    key.record,
    key.record,
    isRsa ? `v=DKIM1; p=${barePkcs1(key)}` : key.record,
    `${key.record};`,
    `${key.record}; t=s`,
    `${key.record}; t=y:s`,
    `${key.record}; t=y`,
    `${key.record}; h=sha256; s=email`,
    `${key.record}; h=sha1:sha256; s=tlsrpt:*; n=a note`,
    `v=DKIM1;\tk = ${type} ; p= ${key.published.replace(/.{20}/g, '$& \t')} \t`,
    `v=DKIM1; h=sha1; k=${type}; p=${key.published}`,
    `${key.record}; s=tlsrpt`,
    `v=DKIM1; k=${type}; p=`,
    `v=DKIM1; k=${type}`,
    `v=DKIM2; k=${type}; p=${key.published}`,
    `v=DKIM1; k=${type}; k=${type}; p=${key.published}`,
    `v=DKIM1; k=dsa; p=${key.published}`,
    `v=DKIM1; k=${type}; p=${key.published.slice(0, 60)}`,
    (isRsa ? ED25519 : RSA_1024).record,
    OTHER_RSA.record,
  ]);
}

/** The TXT records at a key's name: usually one; sometimes none, or several with the key at any place. */
export function publish(random: Random, key: TestKey): string[] {
  if (random.chance(0.03)) return [];
  const records = [oneRecord(random, key)];
  while (random.chance(0.15)) records.splice(random.between(0, records.length), 0, oneRecord(random, key));
  return records;
}
