/** DKIM keys as the server returns them. Uses types of the web platform only. */

export interface DkimKey {
  /** `selector._domainkey.domain` */
  name: string;
  /** The TXT record. */
  record: string;
  /** ISO dates; null when this server has not seen it in DNS and the catalog gives no days. */
  firstSeen: string | null;
  lastSeen: string | null;
  /** ISO date: the first day after its last sight on which DNS answered without it. */
  missingSince: string | null;
  /** ISO date on which the operator removed it; no mail verifies with it. */
  removed: string | null;
  /** Where the record is from. */
  source: string;
}

/** The answer of `GET /api/dkim/keys`, apart from the domain. */
export interface DomainKeys {
  keys: DkimKey[];
  /** When DNS last answered for the domain, ISO 8601 in UTC; null when it never did. */
  lastLookUp: string | null;
  /** True when that was too long ago, so that recently published keys may be missing. */
  stale: boolean;
}

export interface DkimKeys {
  /** Every known key of one of the catalog's signer domains; null for any other domain. Never asks DNS. */
  ofDomain(domain: string): Promise<DomainKeys | null>;
}
