/** Disclosures. Uses types of the web platform only. */
import type { FactList, OrganiserName } from '../../catalog/index.ts';

/** A disclosure as its person sees it. */
export interface DisclosureRecord {
  id: string;
  organiser: OrganiserName;
  /** The catalog's hash. */
  catalog: string;
  fact: string;
  /** Null for a fact that the catalog no longer has. */
  list: FactList | null;
  /** ISO 8601, in UTC; null for a disclosure older than the record of days. */
  day: string | null;
  proof: 'none';
}

export interface Disclosures {
  /**
   * Records what an account discloses. Earlier disclosures stay as they are.
   *
   * @param compared the organiser's slug, and the hash of the compared catalog
   * @returns one record for each fact, in the given order
   */
  record(
    userId: string,
    compared: { organiser: string; catalog: string },
    facts: readonly string[],
  ): Promise<DisclosureRecord[]>;
  of(userId: string): Promise<DisclosureRecord[]>;
  /** @throws Refusal 404 when it is not this account's, whether or not it exists */
  withdraw(userId: string, disclosureId: string): Promise<void>;
}
