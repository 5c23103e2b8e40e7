import { fetchWithRetry } from '../../mailbox/batch.ts';
import type { HistoryPage } from '../../mailbox/mailbox.ts';
import type { AccountScan } from './account-scan.ts';
import { save } from '../state/context.ts';
import { createPageTokens } from './listing.ts';
import { retryOptions } from './account-scan.ts';

/**
 * After a completed scan, asks for new mail (Gmail `history.list`), so that only that is examined. With an expired
 * history id, or for a first thorough scan after default ones, the whole mailbox is listed. Candidates read before are
 * skipped either way.
 */
export async function listNewMail(scan: AccountScan): Promise<void> {
  const { mailbox, state } = scan;
  const since = state.completed?.historyId ?? null;
  const covers = state.completed !== null && (state.completed.thorough || !state.thorough);
  if (since === null || !covers || state.newIds !== null || state.search > 0 || state.pageToken !== null)
    return;

  const added = new Set<string>();
  const tokens = createPageTokens(null);
  let pageToken: string | null = null;
  do {
    const asked: string | null = pageToken;
    const page: HistoryPage | null = await fetchWithRetry(async (signal) => {
      const answer = await mailbox.history(since, asked, signal);
      tokens.next(answer?.nextPageToken ?? null);
      return answer;
    }, retryOptions(scan));
    if (page === null) return;
    for (const id of page.addedIds) added.add(id);
    pageToken = page.nextPageToken;
  } while (pageToken !== null);
  state.newIds = [...added];
  await save(scan, {}, false);
}
