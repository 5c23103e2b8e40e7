import { fetchBatch, HEADER_BATCH, RAW_BATCH } from '../mailbox/batch.ts';
import type { BatchOutcome } from '../mailbox/batch.ts';
import type { FullRecord, RawRecord } from '../records.ts';
import { report } from './account-scan.ts';
import type { AccountScan } from './account-scan.ts';
import { classifyUnsigned } from './classify-full.ts';
import { classifyInto, noFindings, save } from './context.ts';
import type { Findings } from './context.ts';
import { retryOptions } from './retrying.ts';
import { settle } from './stuck.ts';
import { confirmingVanished } from './vanished.ts';

/** The next batch is fetched while this one is classified, unless this one is larger than this, in bytes. */
const PREFETCH_BYTES = 8 * 1024 * 1024;

type Fetched = { kind: 'raw'; mail: RawRecord } | { kind: 'full'; mail: FullRecord } | null;
interface Batch {
  ids: string[];
  outcome: BatchOutcome<Fetched>;
}

/**
 * Reads the text of the candidates and classifies it; each batch is stored together with the checkpoint that no
 * longer lists it. The texts themselves are not kept. A mail is fetched raw, in batches of 10; one whose header
 * is known to carry no signature is fetched as decoded text, in batches of 40; never both (DESIGN 2, step 3).
 */
export async function readCandidates(scan: AccountScan): Promise<void> {
  const { state } = scan;
  // What is still being fetched when the scan stops for another reason is let go.
  const stopped = new AbortController();
  const signal = AbortSignal.any([scan.signal, stopped.signal]);
  const unsigned = await unsignedIds(scan);
  const fetchFrom = (pending: readonly string[]): Promise<Batch> | null => {
    if (pending.length === 0) return null;
    const batch = fetchNext(scan, pending, unsigned, signal);
    batch.catch(() => undefined);
    return batch;
  };
  try {
    tell(scan);
    let fetching = fetchFrom(state.pending);
    while (fetching !== null) {
      const { ids, outcome } = await fetching;
      const following = state.pending.slice(ids.length);
      const early =
        outcome.failure === null && bytesOf(outcome) <= PREFETCH_BYTES ? fetchFrom(following) : null;
      await take(scan, outcome);
      fetching = early ?? fetchFrom(state.pending);
    }
  } finally {
    stopped.abort();
  }
}

/** Candidates whose stored header says that they carry no signature; only a thorough scan knows headers first. */
async function unsignedIds({ state, store }: AccountScan): Promise<ReadonlySet<string>> {
  if (!state.thorough) return new Set();
  const stored = await store.headerIds();
  const headers = await Promise.all(
    state.pending.filter((id) => stored.has(id)).map((id) => store.header(id)),
  );
  return new Set(headers.flatMap((header) => (header?.dkim === '' ? [header.messageId] : [])));
}

async function fetchNext(
  scan: AccountScan,
  pending: readonly string[],
  unsigned: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Batch> {
  const { mailbox } = scan;
  const [first = ''] = pending;
  const full = unsigned.has(first);
  const end = pending.findIndex((id) => unsigned.has(id) !== full);
  const ids = pending.slice(0, Math.min(end < 0 ? pending.length : end, full ? HEADER_BATCH : RAW_BATCH));
  const fetchOne = confirmingVanished(async (id, within): Promise<Fetched> => {
    if (full) {
      const mail = await mailbox.full(id, within);
      return mail && { kind: 'full', mail };
    }
    const mail = await mailbox.raw(id, within);
    return mail && { kind: 'raw', mail };
  });
  return { ids, outcome: await fetchBatch(ids, fetchOne, { ...retryOptions(scan), signal }) };
}

function bytesOf({ fetched }: BatchOutcome<Fetched>): number {
  let bytes = 0;
  for (const entry of fetched.values()) if (entry?.kind === 'raw') bytes += entry.mail.decodedContents.length;
  return bytes;
}

/** Classifies what was fetched, stores it, and pauses when the rest could not be had. */
async function take(scan: AccountScan, outcome: BatchOutcome<Fetched>): Promise<void> {
  const { state } = scan;
  const findings = noFindings();
  for (const [messageId, fetched] of outcome.fetched) await classify(scan, findings, messageId, fetched);
  state.counts.unreadable += findings.unreadable;

  const { finished, failure } = settle(state, outcome);
  const over = new Set(finished);
  state.pending = state.pending.filter((id) => !over.has(id));
  state.read.push(...finished.filter((id) => outcome.fetched.has(id)));
  await save(scan, { headers: findings.headers }, findings.changed);
  tell(scan);
  if (failure !== null) throw failure;
}

async function classify(
  scan: AccountScan,
  findings: Findings,
  messageId: string,
  fetched: Fetched,
): Promise<void> {
  // A mail that has vanished since it was listed is no error.
  if (fetched === null) return;
  scan.state.counts.mailsRead += 1;
  if (fetched.kind === 'raw') {
    const { decodedContents: raw, internalDate } = fetched.mail;
    const { header } = await classifyInto(findings, scan, {
      messageId,
      raw,
      internalDate,
      source: 'account',
    });
    findings.headers.push(header);
    return;
  }
  await scan.slice();
  const evidence = classifyUnsigned(fetched.mail, scan.classifier);
  findings.headers.push(fetched.mail.header);
  if (scan.log.replace(messageId, 'account', evidence)) findings.changed = true;
}

function tell(scan: AccountScan): void {
  const { pending, counts } = scan.state;
  const number = Math.min(counts.candidates - pending.length + 1, counts.candidates);
  report(scan, `Reading mail ${number} of ${counts.candidates}`);
}
