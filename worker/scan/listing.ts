import { AppFailure } from '../errors.ts';
import { fetchWithRetry } from '../mailbox/batch.ts';
import { PAGE_SIZE } from '../mailbox/gmail.ts';
import type { ListPage } from '../mailbox/mailbox.ts';
import type { AccountScan } from './account-scan.ts';
import { retryOptions } from './retrying.ts';

/**
 * The pages of a listing from a page token on; the first page when it is null. Ends when a page has no mails,
 * when none follows, or when a page token comes again (DESIGN 5). A token that the provider no longer takes
 * (it is days old, perhaps) begins the listing anew.
 *
 * @param q Gmail's search; null lists every mail
 */
export async function* listPages(
  scan: AccountScan,
  q: string | null,
  from: string | null,
): AsyncGenerator<ListPage, void, undefined> {
  const { mailbox } = scan;
  const listing = (pageToken: string | null): Promise<ListPage> =>
    fetchWithRetry(
      (signal) =>
        mailbox.list(
          { maxResults: PAGE_SIZE, ...(q !== null && { q }), ...(pageToken !== null && { pageToken }) },
          signal,
        ),
      retryOptions(scan),
    );
  const tokens = new Set<string>();
  let pageToken = from;
  for (;;) {
    const isStored = pageToken !== null && pageToken === from && tokens.size === 0;
    const page = await listing(pageToken).catch((failure: unknown) => {
      const refused = failure instanceof AppFailure && failure.code === 'emails_failed';
      if (!isStored || !refused) throw failure;
      return listing(null);
    });
    const next = page.ids.length === 0 || tokens.has(page.nextPageToken ?? '') ? null : page.nextPageToken;
    yield { ...page, nextPageToken: next };
    if (next === null) return;
    tokens.add(next);
    pageToken = next;
  }
}
