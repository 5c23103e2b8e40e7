import { AppFailure } from '../../errors.ts';
import { fetchWithRetry } from '../../mailbox/batch.ts';
import { PAGE_SIZE } from '../../mailbox/gmail.ts';
import type { ListPage } from '../../mailbox/mailbox.ts';
import { TransientFault } from '../../mailbox/transient.ts';
import type { AccountScan } from './account-scan.ts';
import { retryOptions } from './account-scan.ts';

/** What to list, and where to start. */
export interface Listing {
  /** Gmail's search; null lists every mail. */
  q: string | null;
  /** The page to start with; null for the first. */
  from: string | null;
  /** Limit on the mails; by default all, as in a scan. */
  maximum?: number;
}

/**
 * The pages of a listing. Ends at a page without mails, without a next page, or at the maximum. A token that the
 * provider no longer accepts (it may be days old) starts the listing again.
 *
 * @throws AppFailure `Max fetch attempts reached` when a page is not available, or names a page that came before
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

/** The page tokens of one listing, in order. */
interface PageTokens {
  /**
   * Takes the token of the next page.
   *
   * @throws TransientFault when it came before
   */
  next(token: string | null): void;
}

/**
 * Watches the page tokens of one listing. Following a repeated token would list the same pages for ever, and stopping
 * there would miss the mail behind it. Such an answer is worth another attempt, and a pause if none helps.
 *
 * @param from the token at which the listing starts; null for its first page
 */
export function createPageTokens(from: string | null): PageTokens {
  const seen = new Set<string>(from === null ? [] : [from]);
  return {
    next: (token) => {
      if (token === null) return;
      if (seen.has(token)) throw new TransientFault('emails_failed', { answered: true });
      seen.add(token);
    },
  };
}
