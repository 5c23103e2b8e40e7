import type { Catalog } from '../../catalog/index.ts';
import { UNITS } from '../mailbox/quota.ts';
import { searchesOf } from './plan.ts';

/** What reading a mail takes where no budget holds it back, in milliseconds; measured on a slow phone's network. */
const MAIL_MS = 5;
/** The same for one search. */
const SEARCH_MS = 300;

/**
 * The least time that reading some mails takes under a budget of units, in milliseconds. The budget of the
 * first minute can be spent at once.
 */
export function timeForMails(mails: number, unitsPerMinute: number): number {
  const units = mails * UNITS.get - unitsPerMinute;
  return units <= 0 ? 0 : Math.round((units / unitsPerMinute) * 60_000);
}

/** What a scan of a mailbox will cost, told before the person chooses (DESIGN 5). */
export interface ScanEstimate {
  /** Of a thorough scan: every header, then the candidates. */
  thorough: { units: number; milliseconds: number };
  /** Of the searches of a default scan; what they find comes on top. */
  searches: { units: number; milliseconds: number };
}

/**
 * Estimates a scan.
 *
 * @param mails mails in the mailbox, from its profile
 * @param unitsPerMinute the budget; Infinity where there is none
 */
export function estimateScan(mails: number, catalog: Catalog, unitsPerMinute: number): ScanEstimate {
  const searches = searchesOf(catalog).length;
  const searching = { units: searches * UNITS.list, milliseconds: searches * SEARCH_MS };
  const headers = Math.max(timeForMails(mails, unitsPerMinute), mails * MAIL_MS);
  const thorough = {
    units: mails * UNITS.get + searching.units,
    milliseconds: headers + searching.milliseconds,
  };
  return { thorough, searches: searching };
}
