import { AppFailure } from '../errors.ts';
import { fetchWithRetry } from '../mailbox/batch.ts';
import { PAGE_SIZE } from '../mailbox/gmail.ts';
import type { ListPage } from '../mailbox/mailbox.ts';
import type { AccountScan } from './account-scan.ts';
import { createPageTokens } from './page-tokens.ts';
import { retryOptions } from './retrying.ts';

/** What is listed, and from where on. */
export interface Listing {
  /** Gmail's search; null lists every mail. */
  q: string | null;
  /** The page to begin with; null is the first. */
  from: string | null;
  /** The most mails that are wanted; all of them when left out, as in a scan. */
  maximum?: number;
}

/**
 * The pages of a listing. Ends when a page has no mails, when none follows, or when the maximum is reached
 * (DESIGN 5). A token that the provider no longer takes (it is days old, perhaps) begins the listing anew.
 *
 * @throws AppFailure `Max fetch attempts reached` when a page cannot be had, or names a page that came before
 */
export async function* listPages(
  scan: AccountScan,
  { q, from, maximum = Infinity }: Listing,
): AsyncGenerator<ListPage, void, undefined> {
  const { mailbox } = scan;
  let tokens = createPageTokens(from);
  let wanted = maximum;
  const listing = (pageToken: string | null): Promise<ListPage> =>
    fetchWithRetry(async (signal) => {
      const page = await mailbox.list(
        {
          maxResults: Math.min(PAGE_SIZE, wanted),
          ...(q !== null && { q }),
          ...(pageToken !== null && { pageToken }),
        },
        signal,
      );
      if (page.ids.length > 0) tokens.next(page.nextPageToken);
      return page;
    }, retryOptions(scan));
  let pageToken = from;
  for (let isStored = from !== null; wanted > 0; isStored = false) {
    const page = await listing(pageToken).catch((failure: unknown) => {
      const refused = failure instanceof AppFailure && failure.code === 'emails_failed';
      if (!isStored || !refused) throw failure;
      tokens = createPageTokens(null);
      return listing(null);
    });
    const ids = page.ids.slice(0, wanted);
    wanted -= ids.length;
    pageToken = ids.length === 0 || wanted === 0 ? null : page.nextPageToken;
    yield { ...page, ids, nextPageToken: pageToken };
    if (pageToken === null) return;
  }
}
