import type { KeyObject } from 'node:crypto';
import type { DkimKey } from '../../ports.ts';
import { dkimRecord, seededEd25519Key, seededRsaKey } from './keypairs.ts';
import type { PrimeDistances } from './known-primes.ts';

export type KeyKind = 'rsa2048' | 'rsa1024' | 'rsa768' | 'ed25519';

/** What stands under a key's name: the key, the key withdrawn (`p=` empty), or nothing at all. */
type Publication = 'published' | 'revoked' | 'absent';

interface KeyPlan {
  domain: string;
  selector: string;
  kind: KeyKind;
  publication: Publication;
  /** Extra tags of the record, e.g. `t=s`. */
  tags?: string;
  /** When it stood in DNS, for a key that is out of use. */
  days?: Pick<DkimKey, 'firstSeen' | 'lastSeen' | 'missingSince'>;
}

const SOURCE = 'Demo mailbox: made by this server, valid in demo mode only';

/** Every key that a demo mail is signed with. The domains are real; the selectors are the demo's own. */
const KEY_PLANS = {
  ethcc: { domain: 'ethcc.io', selector: 'demo2024', kind: 'rsa2048', publication: 'published' },
  pretix: {
    domain: 'pretix.eu',
    selector: 'demo2024',
    kind: 'rsa2048',
    publication: 'published',
    tags: 't=s',
  },
  devcon: { domain: 'devcon.org', selector: 'demo2024', kind: 'rsa2048', publication: 'published' },
  devconEd: { domain: 'devcon.org', selector: 'demo2024ed', kind: 'ed25519', publication: 'published' },
  devconRotated: { domain: 'devcon.org', selector: 'demo2022', kind: 'rsa2048', publication: 'absent' },
  devconRetired: {
    domain: 'devcon.org',
    selector: 'demo2021',
    kind: 'ed25519',
    publication: 'published',
    days: { firstSeen: '2021-02-01', lastSeen: '2023-12-31', missingSince: '2024-01-01' },
  },
  devconSubdomain: {
    domain: 'mail.devcon.org',
    selector: 'demo2024',
    kind: 'ed25519',
    publication: 'published',
  },
  zksummit: { domain: 'zksummit.com', selector: 'demo2024', kind: 'rsa1024', publication: 'published' },
  luma: { domain: 'lu.ma', selector: 'demo2023', kind: 'rsa2048', publication: 'published' },
  lumaMail: {
    domain: 'calendar.luma-mail.com',
    selector: 'demo2024',
    kind: 'rsa2048',
    publication: 'published',
  },
  edgecity: { domain: 'edgecity.live', selector: 'demo2024', kind: 'ed25519', publication: 'published' },
  zuzalu: { domain: 'zuzalu.org', selector: 'demo2023', kind: 'rsa2048', publication: 'published' },
  zuzaluRevoked: { domain: 'zuzalu.org', selector: 'demo2022', kind: 'rsa2048', publication: 'revoked' },
  ethdenver: { domain: 'ethdenver.com', selector: 'demo2024', kind: 'rsa2048', publication: 'published' },
  ethdenverShort: { domain: 'ethdenver.com', selector: 'demo2019', kind: 'rsa768', publication: 'published' },
  eventbrite: { domain: 'eventbrite.com', selector: 'demo2024', kind: 'rsa2048', publication: 'published' },
  edcon: {
    domain: 'edcon.io',
    selector: 'demo2024',
    kind: 'rsa2048',
    publication: 'published',
    tags: 'h=sha256; s=email',
  },
  sigsing: { domain: 'sigsing.com', selector: 'demo2024', kind: 'ed25519', publication: 'published' },
  parc: { domain: '0xparc.org', selector: 'demo2023', kind: 'rsa1024', publication: 'published' },
  /** A mailing service that no event of the catalog names. */
  foreign: { domain: 'bulk.mailout.example', selector: 's1', kind: 'rsa1024', publication: 'absent' },
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

/** The demo's keys, made when first asked for; the same seed gives the same keys. */
export interface Keyring {
  signingKey(name: KeyName): SigningKey;
  /** What a resolver would find for this domain: published and revoked keys, none that is absent. */
  published(domain: string): DkimKey[];
}

/** @param known primes that need no search, where they are others than those of the demo's own seed */
export function createKeyring(seed: string, known?: PrimeDistances): Keyring {
  const made = new Map<KeyPlan, SigningKey>();

  const keyOf = (plan: KeyPlan): SigningKey => {
    const before = made.get(plan);
    if (before) return before;
    const { domain, selector, kind } = plan;
    const label = `${seed}/dkim/${selector}.${domain}`;
    const privateKey =
      kind === 'ed25519'
        ? seededEd25519Key(label)
        : seededRsaKey(label, Number(kind.slice('rsa'.length)), known);
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const key = { domain, selector, privateKey, pem };
    made.set(plan, key);
    return key;
  };

  const recordOf = (plan: KeyPlan): string => {
    if (plan.publication === 'revoked') return 'v=DKIM1; k=rsa; p=';
    const record = dkimRecord(keyOf(plan).privateKey);
    return plan.tags ? record.replace('; p=', `; ${plan.tags}; p=`) : record;
  };

  return {
    signingKey: (name) => keyOf(KEY_PLANS[name]),
    published: (domain) =>
      PLANS.filter((plan) => plan.domain === domain && plan.publication !== 'absent').map((plan) => ({
        name: `${plan.selector}._domainkey.${domain}`,
        record: recordOf(plan),
        firstSeen: plan.days?.firstSeen ?? null,
        lastSeen: plan.days?.lastSeen ?? null,
        missingSince: plan.days?.missingSince ?? null,
        removed: null,
        source: SOURCE,
      })),
  };
}

/** The domains under which some demo key is published. */
export function publishedDomains(): string[] {
  return [...new Set(PLANS.filter((plan) => plan.publication !== 'absent').map((plan) => plan.domain))];
}
