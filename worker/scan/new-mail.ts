import { fetchWithRetry } from '../mailbox/batch.ts';
import type { HistoryPage } from '../mailbox/mailbox.ts';
import type { AccountScan } from './account-scan.ts';
import { save } from './context.ts';
import { createPageTokens } from './page-tokens.ts';
import { retryOptions } from './retrying.ts';

/**
 * When an earlier scan went through, asks what came since (Gmail `history.list`), so that only those mails
 * are looked at. An expired history id, or a first thorough scan after default ones, leaves the whole mailbox
 * to be listed; candidates that were read before are passed over either way.
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
