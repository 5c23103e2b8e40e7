/**
 * Receivers whose ARC seals the product trusts. Such a seal records that a mail's signature was good when the mail came
 * in, so the mail stays verifiable after its sender's key has gone. `docs/trust.md` says what that trust means.
 */

/** A sealing key with its days, as `dkim/key-validity.ts` judges them. ISO dates in UTC. */
interface SealingKey {
  record: string;
  firstSeen: string;
  lastSeen: string;
  /** The first day on which it was no longer in use; null while no successor and no revocation is known. */
  missingSince: string | null;
  removed: string | null;
}

export interface Receiver {
  /** Signing domain of its seals (`d=`). */
  sealer: string;
  /** Whose results count, as its servers name themselves for incoming mail (RFC 8601 2.5). */
  authservId: string;
  /** Its name for people. */
  name: string;
  /** Domains where nobody but the receiver itself can change a mail between its arrival and its sealing. */
  consumerDomains: readonly string[];
  /** Its keys, by name in DNS. */
  keys: Readonly<Record<string, SealingKey>>;
}

/**
 * Google names its servers for incoming mail `mx.google.com`. Mailing lists at Google Groups change subjects before they
 * seal, under another name (`gmr-mx.google.com`), which is not trusted. Mail that Gmail's users send has the right name
 * and no results.
 */
export const GOOGLE: Receiver = {
  sealer: 'google.com',
  authservId: 'mx.google.com',
  name: 'Gmail',
  // An administrator of Google Workspace can have a subject changed on arrival.
  consumerDomains: ['gmail.com', 'googlemail.com'],
  keys: {
    // As published in DNS, quoted in trusteddomainproject/OpenARC issue 124. Last seen on a seal of 5 September 2024. Its
    // successor's seals begin two days earlier, and none of this key is known from that October on.
    'arc-20160816._domainkey.google.com': {
      record:
        'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1Lztpxs7yUxQEsbDFhjMc9kZVZu5P/COYEUIX4B39IL4SXAbv4viIlT9E6F6iZmTh1go7+9WQLywwgwjXMJx/Dz0RgMoPeyp5NRy4l320DPYibNqVMWa5iQ2WiImQC0en1O9uhLLvzaSZJ03fvGmCo9jMo0GwKzLNe14xMgn/px2L5N/3IKlKX4bqUAJTUt8L993ZlWzvgMnSFSt8B+euSKSrtAiopdy4r1yO4eN5goBASrGW0eLQc1lYouNvCrcTQpos4/GEAqiGzpqueJLmBfOO4clNvVvpPkvQs2BHw9I9LmIjaMxTNGxkGBRaP3utDiKXXqu1K+LRzl0HCNSdQIDAQAB',
      firstSeen: '2016-08-16',
      lastSeen: '2024-09-05',
      missingSince: '2024-10-01',
      removed: null,
    },
    // Worked out from real seals: for each, s^65537 minus its padded hash is a multiple of the modulus, and what several
    // have in common is the modulus itself. Still in use in June 2026; counts until a successor is shipped.
    'arc-20240605._domainkey.google.com': {
      record:
        'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAl3xpv8nzv48sGAt6yT3BhDpQcLv9Cgnot1arQefERmoFpgygBi73YM3lllM3fb435QBz8Qsu3ZM+xkIM5+UM9p286xJXI/26vNSbCFEAHeYJmUCJMUP1sX1b5oKzW5NJgojoJNLRulyo6GC6nFpBLv6j2hL41GOjg+RdYDxrTcQavsP2DMQLFP/mdsg7zBlfYdg0occfvpJXHYgxN3M1mYvBvbmnmPIrMtfoMFDdmJCiri3c9X9je2yz/gcpKXoz0n+O9Clk8jVQkrPEcahkCHPpbe662VLndAYsiD36IyF0+shLOJn0duf2O5eMNlUBwMPX7N589dz3Xy32B0eoPQIDAQAB',
      firstSeen: '2024-06-05',
      lastSeen: '2026-06-15',
      missingSince: null,
      removed: null,
    },
  },
};

export const RECEIVERS: readonly Receiver[] = [GOOGLE];

/** The shipped key at a name in DNS; empty when there is none. Nothing is asked of the network. */
export function lookupReceiverKey(
  name: string,
  receivers: readonly Receiver[] = RECEIVERS,
): Promise<readonly SealingKey[]> {
  const wanted = name.toLowerCase();
  const keys = receivers.flatMap((receiver) =>
    Object.hasOwn(receiver.keys, wanted) ? receiver.keys[wanted] : [],
  );
  return Promise.resolve(keys.filter((key) => key !== undefined));
}
