import { fetchBatch, HEADER_BATCH } from '../mailbox/batch.ts';
import { report } from './account-scan.ts';
import type { AccountScan } from './account-scan.ts';
import { save } from './context.ts';
import { listPages } from './listing.ts';
import { headerTest } from './plan.ts';
import { retryOptions } from './retrying.ts';
import { createCandidates } from './searching.ts';
import { settle } from './stuck.ts';
import { confirmingVanished } from './vanished.ts';

/**
 * The header listing of a thorough scan (DESIGN 5): reads every header, page by page in batches of 40, keeps
 * the first mail of each distinct subject, and adds mails whose header speaks of an event to the candidates.
 * A candidate's header is kept whatever its subject.
 */
export async function listHeaders(scan: AccountScan): Promise<void> {
  const { state } = scan;
  const readPage = await createPageReader(scan);
  await readPage();
  if (state.headers.lastPage) return;
  if (state.newIds !== null) {
    // New mail that the searches did not choose.
    const chosen = new Set([...state.read, ...state.pending]);
    state.headers.pending = state.newIds.filter((id) => !chosen.has(id));
    state.headers.lastPage = true;
    await readPage();
    return;
  }
  for await (const page of listPages(scan, { q: null, from: state.headers.pageToken })) {
    state.headers = {
      ...state.headers,
      pending: page.ids,
      pageToken: page.nextPageToken,
      lastPage: page.nextPageToken === null,
    };
    await readPage();
  }
}

/** Makes a function that reads the headers of the page at hand, batch by batch, each in the checkpoint once it is stored. */
async function createPageReader(scan: AccountScan): Promise<() => Promise<void>> {
  const { state, store, mailbox } = scan;
  const stored = await store.headerIds();
  const isCandidate = headerTest(scan.catalog);
  const candidates = createCandidates(scan);

  return async () => {
    while (state.headers.pending.length > 0) {
      report(scan, 'Reading headers');
      const batch = state.headers.pending.slice(0, HEADER_BATCH);
      // Headers that an earlier scan kept are not fetched again.
      const kept = await Promise.all(batch.filter((id) => stored.has(id)).map((id) => store.header(id)));
      const missing = batch.filter((id) => !stored.has(id));
      const outcome = await fetchBatch(
        missing,
        confirmingVanished((id, signal) => mailbox.header(id, signal)),
        retryOptions(scan),
      );
      const fetched = [...outcome.fetched.values()].filter((header) => header !== null);

      const marked = [...kept, ...fetched].filter((header) => header !== undefined && isCandidate(header));
      candidates.add(marked.flatMap((header) => header?.messageId ?? []));
      const chosen = new Set(state.pending);
      const { finished, failure } = settle(state, outcome);
      const over = new Set([...finished, ...stored]);
      state.headers.pending = state.headers.pending.filter((id) => !over.has(id));
      state.headers.done += batch.filter((id) => over.has(id)).length;
      state.counts.mailsRead += fetched.length;
      const headers = fetched.filter(({ messageId }) => chosen.has(messageId));
      const listed = fetched.filter(({ messageId }) => !chosen.has(messageId));
      await save(scan, { headers, listed }, false);
      if (failure !== null) throw failure;
      await scan.slice();
    }
  };
}
