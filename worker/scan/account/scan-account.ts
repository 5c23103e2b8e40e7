import { AppFailure, failure } from '../../errors.ts';
import type { ApiMailbox, MailboxProfile } from '../../mailbox/mailbox.ts';
import { fetchWithRetry } from '../../mailbox/batch.ts';
import type { AccountCheckpoint } from '../../store/index.ts';
import type { AccountScan } from './account-scan.ts';
import { readingOf, save } from '../state/context.ts';
import type { ScanContext } from '../state/context.ts';
import { listHeaders } from './headers.ts';
import { listNewMail } from './new-mail.ts';
import { readCandidates } from './reading.ts';
import { retryOptions } from './account-scan.ts';
import { searchCandidates } from './searching.ts';
import { givenUp } from './stuck.ts';

/**
 * Scans the account's mailbox: new mail (after a completed scan), searches, headers if thorough, then the text of the
 * candidates. Continues an unfinished scan.
 *
 * @throws AppFailure when it must pause; the signal's reason when it is cancelled. The checkpoint then covers
 *   everything stored.
 */
export async function scanAccount(
  context: ScanContext,
  mailbox: ApiMailbox,
  thorough: boolean,
): Promise<void> {
  context.progress.update({ phase: 'searching', activity: { kind: 'opening' } });
  const profile = await fetchWithRetry((signal) => mailbox.profile(signal), retryOptions(context));
  const previous = context.checkpoint.account;
  if (previous !== null && previous.account !== profile.emailAddress) context.log.drop('account');
  const state = begin(previous, profile, readingOf(context.catalog), thorough);
  // A scan that reads everything again also finds unreadable mail again.
  if (state.counts.unreadable === 0) context.unreadable.drop('account');
  for (const id of Object.keys(previous?.stuck ?? {})) {
    if ((state.stuck[id] ?? 0) === 0) context.unreadable.forgetUnfetched(id);
  }
  context.checkpoint.account = state;
  const scan: AccountScan = { ...context, mailbox, state };
  await save(scan, {}, previous !== null && previous.account !== profile.emailAddress);

  await listCandidates(scan).catch((caught: unknown) => {
    if (context.signal.aborted || caught instanceof AppFailure) throw caught;
    throw failure('listing_failed', { cause: caught });
  });
  await readCandidates(scan);
  state.state = 'done';
  state.completed = { historyId: state.historyId, thorough };
  await save(scan, {}, false);
}

/** Everything before reading the candidates: new mail, the searches, the headers if thorough. */
async function listCandidates(scan: AccountScan): Promise<void> {
  const { state } = scan;
  if (state.phase === 'searching') {
    await listNewMail(scan);
    await searchCandidates(scan);
    state.phase = state.thorough ? 'headers' : 'reading';
    await save(scan, {}, false);
  }
  if (state.phase === 'headers') {
    await listHeaders(scan);
    state.phase = 'reading';
    await save(scan, {}, false);
  }
}

/** The checkpoint from which this scan starts: the unfinished one of the same kind, or a new one. */
function begin(
  previous: AccountCheckpoint | null,
  profile: MailboxProfile,
  reading: string,
  thorough: boolean,
): AccountCheckpoint {
  const known = previous?.account === profile.emailAddress ? previous : null;
  const sameCatalog = known?.reading === reading ? known : null;
  if (sameCatalog !== null && sameCatalog.state !== 'done' && sameCatalog.thorough === thorough) {
    return { ...sameCatalog, state: 'running', error: null };
  }
  const stuck = Object.keys(known?.stuck ?? {});
  const unjudged = new Set(sameCatalog?.unjudged);
  return {
    account: profile.emailAddress,
    reading,
    thorough,
    state: 'running',
    phase: 'searching',
    error: null,
    historyId: profile.historyId,
    completed: sameCatalog?.completed ?? null,
    newIds: null,
    narrowed: null,
    search: 0,
    pageToken: null,
    headers: { pending: [], pageToken: null, lastPage: false, done: 0 },
    pending: [...stuck, ...unjudged],
    // Another catalog may find something in a mail that the last one did not, so all candidates are read again.
    read: (sameCatalog?.read ?? []).filter((id) => !unjudged.has(id)),
    unjudged: [],
    stuck: Object.fromEntries(stuck.map((id) => [id, 0])),
    total: profile.messagesTotal,
    // Mail that was read and found broken is not read again.
    counts: {
      mailsRead: 0,
      candidates: stuck.length + unjudged.size,
      unreadable: sameCatalog === null ? 0 : sameCatalog.counts.unreadable - givenUp(sameCatalog),
    },
  };
}
