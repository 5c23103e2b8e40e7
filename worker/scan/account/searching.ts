import { AppFailure } from '../../errors.ts';
import { UNITS } from '../../mailbox/quota.ts';
import { report } from './account-scan.ts';
import type { AccountScan } from './account-scan.ts';
import { save } from '../state/context.ts';
import { listPages } from './listing.ts';
import { narrowingOf, searchesOf } from './plan.ts';
import type { Search } from './plan.ts';

/** In a thorough scan, up to this many new mails are read directly, since a header costs as much as the whole mail. */
const READ_WITHOUT_HEADERS = 100;

/** A default scan reads all hits up to this many, since a provider's word search may differ from ours. */
const READ_WITHOUT_NARROWING = 60;

/**
 * Fills `pending` with the mails worth reading: the hits of every search, each once, without those read before. If a
 * default scan has many hits, only those with a booking word stay. After an earlier scan only new mail counts, and all
 * of it is read if that costs no more than the searches.
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
    await save(scan, {}, false);
    return;
  }
  await listSearches(scan, searches, 0, candidates.add);
  if (!state.thorough && (state.narrowed !== null || state.pending.length > READ_WITHOUT_NARROWING)) {
    await narrow(scan, searches.length);
  }
}

/**
 * Drops the hits that the narrowing searches do not find. If the provider refuses such long searches, all hits are
 * read, which costs more but loses nothing.
 */
async function narrow(scan: AccountScan, offset: number): Promise<void> {
  const { state } = scan;
  state.narrowed ??= [];
  const found = new Set(state.narrowed);
  const hits = new Set(state.pending);
  const take = (ids: readonly string[]): void => {
    for (const id of ids) if (hits.has(id)) found.add(id);
    state.narrowed = [...found];
  };
  const refused = await listSearches(scan, narrowingOf(scan.catalog), offset, take).then(
    () => false,
    (caught: unknown) => {
      if (caught instanceof AppFailure && caught.code === 'emails_failed') return true;
      throw caught;
    },
  );
  state.narrowed = null;
  if (refused) return;
  // A mail that failed in an earlier scan is always tried again.
  state.pending = state.pending.filter((id) => found.has(id) || id in state.stuck);
  state.counts.candidates = state.pending.length;
}

/**
 * Lists the pages of some searches. Each page is in the checkpoint before the next is requested.
 *
 * @param offset the position of these searches among all searches of the scan
 */
async function listSearches(
  scan: AccountScan,
  searches: readonly Search[],
  offset: number,
  take: (ids: readonly string[]) => void,
): Promise<void> {
  const { state } = scan;
  for (const [index, { q, activity }] of searches.entries()) {
    if (offset + index < state.search) continue;
    report(scan, activity);
    for await (const page of listPages(scan, { q, from: state.pageToken })) {
      take(page.ids);
      report(scan, activity);
      state.pageToken = page.nextPageToken;
      if (page.nextPageToken !== null) await save(scan, {}, false);
    }
    state.search = offset + index + 1;
    state.pageToken = null;
    await save(scan, {}, false);
  }
}

export interface Candidates {
  add: (ids: readonly string[]) => void;
}

/** Collects the candidates of a scan: adds ids to the checkpoint, each once. */
export function createCandidates({ state }: AccountScan): Candidates {
  const seen = new Set([...state.read, ...state.pending]);
  const eligible = state.newIds === null ? null : new Set(state.newIds);
  return {
    add: (ids) => {
      for (const id of ids) {
        if (seen.has(id) || eligible?.has(id) === false) continue;
        seen.add(id);
        state.pending.push(id);
        state.counts.candidates += 1;
      }
    },
  };
}
