import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { DkimKey } from '../../dkim/contract.ts';
import privateKeys from './keys.json' with { type: 'json' };

/** What is published at a key's name: the key, a revocation (`p=` empty), or nothing. */
type Publication = 'published' | 'revoked' | 'absent';

interface KeyPlan {
  domain: string;
  selector: string;
  publication: Publication;
  /** Extra tags of the record, e.g. `t=s`. */
  tags?: string;
  /** The days on which it stood in DNS, for a key out of use. */
  days?: Pick<DkimKey, 'firstSeen' | 'lastSeen' | 'missingSince'>;
}

const ED25519_BYTES = 32;
const SOURCE = 'Demo mailbox: made by this server, valid in demo mode only';

/** Every key that signs demo mail. The domains are real; the selectors are the demo's own. */
const KEY_PLANS = {
  ethcc: { domain: 'ethcc.io', selector: 'demo2024', publication: 'published' },
  pretix: {
    domain: 'pretix.eu',
    selector: 'demo2024',
    publication: 'published',
    tags: 't=s',
  },
  devcon: { domain: 'devcon.org', selector: 'demo2024', publication: 'published' },
  devconEd: { domain: 'devcon.org', selector: 'demo2024ed', publication: 'published' },
  devconRotated: { domain: 'devcon.org', selector: 'demo2022', publication: 'absent' },
  devconRetired: {
    domain: 'devcon.org',
    selector: 'demo2021',
    publication: 'published',
    days: { firstSeen: '2021-02-01', lastSeen: '2023-12-31', missingSince: '2024-01-01' },
  },
  devconSubdomain: {
    domain: 'mail.devcon.org',
    selector: 'demo2024',
    publication: 'published',
  },
  zksummit: { domain: 'zksummit.com', selector: 'demo2024', publication: 'published' },
  luma: { domain: 'lu.ma', selector: 'demo2023', publication: 'published' },
  lumaMail: {
    domain: 'calendar.luma-mail.com',
    selector: 'demo2024',
    publication: 'published',
  },
  edgecity: { domain: 'edgecity.live', selector: 'demo2024', publication: 'published' },
  zuzalu: { domain: 'zuzalu.org', selector: 'demo2023', publication: 'published' },
  zuzaluRevoked: { domain: 'zuzalu.org', selector: 'demo2022', publication: 'revoked' },
  ethdenver: { domain: 'ethdenver.com', selector: 'demo2024', publication: 'published' },
  ethdenverShort: { domain: 'ethdenver.com', selector: 'demo2019', publication: 'published' },
  eventbrite: { domain: 'eventbrite.com', selector: 'demo2024', publication: 'published' },
  edcon: {
    domain: 'edcon.io',
    selector: 'demo2024',
    publication: 'published',
    tags: 'h=sha256; s=email',
  },
  sigsing: { domain: 'sigsing.com', selector: 'demo2024', publication: 'published' },
  parc: { domain: '0xparc.org', selector: 'demo2023', publication: 'published' },
  /** A mailing service that belongs to no event. */
  foreign: { domain: 'bulk.mailout.example', selector: 's1', publication: 'absent' },
} satisfies Record<string, KeyPlan>;

const PLANS: readonly KeyPlan[] = Object.values(KEY_PLANS);

export type KeyName = keyof typeof KEY_PLANS;
export const KEY_NAMES = Object.keys(KEY_PLANS).filter((name): name is KeyName => name in KEY_PLANS);

export interface SigningKey {
  domain: string;
  selector: string;
  privateKey: KeyObject;
  /** The same as text: PKCS #8 in PEM. */
  pem: string;
}

/**
 * The demo's keys. They are the same on every server, so that a mailbox file from one verifies on another. Their
 * private halves are in the repo (`keys.json`, PKCS #8 in base64). They count in demo mode only.
 */
export interface Keyring {
  signingKey(name: KeyName): SigningKey;
  /** What a resolver would find for this domain: published and revoked keys, but no absent ones. */
  published(domain: string): DkimKey[];
}

export function createKeyring(): Keyring {
  const read = new Map<KeyName, SigningKey>();

  const keyOf = (name: KeyName): SigningKey => {
    const before = read.get(name);
    if (before) return before;
    const { domain, selector } = KEY_PLANS[name];
    const der = Buffer.from(privateKeys[name], 'base64');
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const key = { domain, selector, privateKey, pem };
    read.set(name, key);
    return key;
  };

  const recordOf = (name: KeyName): string => {
    const plan: KeyPlan = KEY_PLANS[name];
    if (plan.publication === 'revoked') return 'v=DKIM1; k=rsa; p=';
    const record = dkimRecord(keyOf(name).privateKey);
    return plan.tags ? record.replace('; p=', `; ${plan.tags}; p=`) : record;
  };

  return {
    signingKey: keyOf,
    published: (domain) =>
      KEY_NAMES.map((name): [KeyName, KeyPlan] => [name, KEY_PLANS[name]])
        .filter(([, plan]) => plan.domain === domain && plan.publication !== 'absent')
        .map(([name, { selector, days }]) => ({
          name: `${selector}._domainkey.${domain}`,
          record: recordOf(name),
          firstSeen: days?.firstSeen ?? null,
          lastSeen: days?.lastSeen ?? null,
          missingSince: days?.missingSince ?? null,
          removed: null,
          source: SOURCE,
        })),
  };
}

/** The TXT record that publishes a key's public half (RFC 6376 section 3.6.1, RFC 8463 section 4). */
function dkimRecord(privateKey: KeyObject): string {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const isEd25519 = privateKey.asymmetricKeyType === 'ed25519';
  const material = isEd25519 ? spki.subarray(-ED25519_BYTES) : spki;
  return `v=DKIM1; k=${isEd25519 ? 'ed25519' : 'rsa'}; p=${material.toString('base64')}`;
}

/** The domains under which some demo key is published. */
export function publishedDomains(): string[] {
  return [...new Set(PLANS.filter((plan) => plan.publication !== 'absent').map((plan) => plan.domain))];
}
