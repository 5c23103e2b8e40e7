import { UNITS } from '../mailbox/quota.ts';
import { report } from './account.ts';
import type { AccountScan } from './account.ts';
import { save } from './context.ts';
import { listPages } from './listing.ts';
import { searchesOf } from './plan.ts';
import type { Search } from './plan.ts';

/** In a thorough scan, up to this many new mails are read at once: a header costs as much as the whole mail. */
const READ_WITHOUT_HEADERS = 100;

/**
 * Fills `pending` with the mails worth reading: the hits of every search, each once, without those that were
 * read before. After an earlier scan only new mail counts, and when reading all of it costs no more than the
 * searches would, all of it is read.
 */
export async function searchCandidates(scan: AccountScan): Promise<void> {
  const { state } = scan;
  const searches = searchesOf(scan.catalog);
  const candidates = createCandidates(scan);

  const { newIds } = state;
  const searchCost = searches.length * UNITS.list;
  const readAll =
    newIds !== null && newIds.length <= (state.thorough ? READ_WITHOUT_HEADERS : searchCost / UNITS.get);
  if (readAll) {
    candidates.add(newIds);
    state.search = searches.length;
    await save(scan, {}, false);
    return;
  }
  for (let search = searches[state.search]; search !== undefined; search = searches[state.search]) {
    report(scan, search.activity);
    await listSearch(scan, search, candidates);
    state.search += 1;
    state.pageToken = null;
    await save(scan, {}, false);
  }
}

/** Lists the pages of one search; each page is in the checkpoint before the next one is asked for. */
async function listSearch(scan: AccountScan, { q, activity }: Search, candidates: Candidates): Promise<void> {
  const { state } = scan;
  for await (const page of listPages(scan, q, state.pageToken)) {
    candidates.add(page.ids);
    report(scan, activity);
    state.pageToken = page.nextPageToken;
    if (page.nextPageToken !== null) await save(scan, {}, false);
  }
}

interface Candidates {
  add(ids: readonly string[]): void;
}

/** The candidates of a scan: adds ids to the checkpoint, each once. */
export function createCandidates({ state }: AccountScan): Candidates {
  const seen = new Set([...state.read, ...state.pending]);
  const eligible = state.newIds === null ? null : new Set(state.newIds);
  return {
    add(ids) {
      for (const id of ids) {
        if (seen.has(id) || eligible?.has(id) === false) continue;
        seen.add(id);
        state.pending.push(id);
        state.counts.candidates += 1;
      }
    },
  };
}
