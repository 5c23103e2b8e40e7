import { fetchBatch, HEADER_BATCH } from '../../mailbox/batch.ts';
import type { HeaderRecord } from '../../records.ts';
import { report, retryOptions } from './account-scan.ts';
import type { AccountScan } from './account-scan.ts';
import { save } from '../state/context.ts';
import { listPages } from './listing.ts';
import { headerTest } from './plan.ts';
import { createCandidates } from './searching.ts';
import { noteFetched, settle } from './stuck.ts';
import { confirmingVanished } from './vanished.ts';

/**
 * The header listing of a thorough scan. Reads every header, page by page in batches of 40, keeps the first mail of
 * each distinct subject, and adds mails whose header mentions an event to the candidates. A candidate's header is kept
 * whatever its subject.
 */
export async function listHeaders(scan: AccountScan): Promise<void> {
  const { state } = scan;
  const readPage = await createPageReader(scan);
  await readPage();
  if (state.headers.lastPage) return;
  if (state.newIds !== null) {
    // New mail that the searches did not find.
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
    // The mailbox's own total includes spam and trash, which are never listed.
    if (state.headers.lastPage) state.total = state.headers.done + page.ids.length;
    await readPage();
  }
}

/** Makes a function that reads the headers of the current page, batch by batch, and stores what arrives. */
async function createPageReader(scan: AccountScan): Promise<() => Promise<void>> {
  const { state, store, mailbox } = scan;
  const stored = await store.headerIds();
  const isCandidate = headerTest(scan.catalog);
  const candidates = createCandidates(scan);

  /** Adds headers to the checkpoint: candidates join the others, and these mails need not be listed again. */
  const list = (headers: readonly HeaderRecord[], over: Iterable<string>): void => {
    candidates.add(headers.filter(isCandidate).map(({ messageId }) => messageId));
    const listed = new Set(over);
    state.headers.pending = state.headers.pending.filter((id) => !listed.has(id));
    state.headers.done += listed.size;
  };
  const take = async (arrived: ReadonlyMap<string, HeaderRecord | null>): Promise<void> => {
    const fetched = [...arrived.values()].filter((header) => header !== null);
    list(fetched, arrived.keys());
    noteFetched(scan, arrived.keys());
    state.counts.mailsRead += fetched.length;
    const chosen = new Set(state.pending);
    const headers = fetched.filter(({ messageId }) => chosen.has(messageId));
    const listed = fetched.filter(({ messageId }) => !chosen.has(messageId));
    await save(scan, { headers, listed }, false);
    report(scan, { kind: 'headers' });
    await scan.slice();
  };

  return async () => {
    while (state.headers.pending.length > 0) {
      report(scan, { kind: 'headers' });
      const ids = state.headers.pending.slice(0, HEADER_BATCH);
      // Headers stored by an earlier scan are not fetched again, but are read too.
      const known = ids.filter((id) => stored.has(id));
      state.counts.mailsRead += known.length;
      const kept = await Promise.all(known.map((id) => store.header(id)));
      list(
        kept.filter((header) => header !== undefined),
        known,
      );
      const end = await fetchBatch(
        ids.filter((id) => !stored.has(id)),
        confirmingVanished((id, signal) => mailbox.header(id, signal)),
        take,
        retryOptions(scan),
      );
      const { givenUp, failure } = await settle(scan, end);
      list([], givenUp);
      if (known.length > 0 || givenUp.length > 0 || failure !== null) await save(scan, {}, false);
      if (failure !== null) throw failure;
      await scan.slice();
    }
  };
}
