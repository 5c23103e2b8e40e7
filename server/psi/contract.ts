/** What the comparison's routes need from its parts. Uses types of the web platform only. */
import type { DisclosureRecord } from '../disclosures/contract.ts';

/** The organiser and the catalog of a comparison. */
export interface AskedOf {
  /** The organiser's slug. */
  organiser: string;
  /** The catalog's hash. */
  catalog: string;
}

export interface Comparisons {
  /**
   * Runs round 2 for the account's latest keys, once for each key id.
   *
   * @param asked the organiser and the catalog that the request names
   * @throws Refusal 400 unreadable request, 404 no account, 404 or 410 the catalog is not
   *   published (any more), 409 keys replaced or used, 503 busy
   */
  answer(accountId: string, request: Uint8Array, asked: AskedOf): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Checks the tokens and records the facts as disclosed, all or none.
   *
   * @param facts slot and 16-byte token
   * @throws Refusal 403 a wrong token, 404 unknown session, 410 expired session
   */
  disclose(
    accountId: string,
    session: Uint8Array,
    facts: readonly { slot: number; token: Uint8Array }[],
  ): Promise<DisclosureRecord[]>;
}
