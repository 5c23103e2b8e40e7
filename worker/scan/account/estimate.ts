import type { Catalog } from '../../../catalog/index.ts';
import { UNITS } from '../../mailbox/quota.ts';
import { searchesOf } from './plan.ts';

/** Time for reading a mail without a budget, in milliseconds, measured on a slow phone's network. */
const MAIL_MS = 5;
/** Time for one search, in milliseconds. */
const SEARCH_MS = 300;

/**
 * The shortest time for reading some mails under a budget of units, in milliseconds. The budget of the first minute can
 * be spent at once.
 */
export function timeForMails(mails: number, unitsPerMinute: number): number {
  const units = mails * UNITS.get - unitsPerMinute;
  return units <= 0 ? 0 : Math.round((units / unitsPerMinute) * 60_000);
}

/** The cost of a scan, shown before the person chooses. */
export interface ScanCost {
  /** For a thorough scan: every header, then the candidates. */
  thorough: { units: number; milliseconds: number };
  /** For the searches of a default scan, without reading what they find. */
  searches: { units: number; milliseconds: number };
}

/**
 * Estimates a scan.
 *
 * @param mails mails in the mailbox, from its profile
 * @param unitsPerMinute the budget; Infinity for none
 */
export function estimateScan(mails: number, catalog: Catalog, unitsPerMinute: number): ScanCost {
  const searches = searchesOf(catalog).length;
  const searching = { units: searches * UNITS.list, milliseconds: searches * SEARCH_MS };
  const headers = Math.max(timeForMails(mails, unitsPerMinute), mails * MAIL_MS);
  const thorough = {
    units: mails * UNITS.get + searching.units,
    milliseconds: headers + searching.milliseconds,
  };
  return { thorough, searches: searching };
}
