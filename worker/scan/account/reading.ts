import { fetchBatch, HEADER_BATCH, RAW_BATCH } from '../../mailbox/batch.ts';
import type { BatchEnd } from '../../mailbox/batch.ts';
import type { SentMail } from '../../evidence/index.ts';
import type { FullRecord, RawRecord } from '../../records.ts';
import type { AccountCheckpoint } from '../../store/index.ts';
import { report, retryOptions } from './account-scan.ts';
import type { AccountScan } from './account-scan.ts';
import { noFindings, readInto, save } from '../state/context.ts';
import type { Findings } from '../state/context.ts';
import { noteFetched, recordUnread, settle } from './stuck.ts';
import { confirmingVanished } from './vanished.ts';

type Fetched = { kind: 'raw'; mail: RawRecord } | { kind: 'full'; mail: FullRecord } | null;

/**
 * Reads the text of the candidates and classifies it. What arrives is stored at once, together with a checkpoint that
 * no longer lists it. The texts are not kept. A mail is fetched raw, in batches of 10; one whose header shows that it
 * is unsigned is fetched as decoded text, in batches of 40; never both.
 */
export async function readCandidates(scan: AccountScan): Promise<void> {
  const { state } = scan;
  const known = await knownHeaders(scan);
  await skipStopping(scan);
  tell(scan);
  while (state.pending.length > 0) {
    const { givenUp, failure } = await settle(scan, await readBatch(scan, known));
    finish(state, givenUp);
    // Failed runs of a mail are counted across scans.
    if (givenUp.length > 0 || failure !== null) await save(scan, {}, false);
    tell(scan);
    if (failure !== null) throw failure;
  }
}

/** What a thorough scan knows about its candidates before reading their text; a default scan knows nothing. */
interface KnownHeaders {
  /** Candidates whose header was read and counted. */
  counted: ReadonlySet<string>;
  /** Those of them without a signature. */
  unsigned: ReadonlySet<string>;
}

async function knownHeaders({ state, store }: AccountScan): Promise<KnownHeaders> {
  if (!state.thorough) return { counted: new Set(), unsigned: new Set() };
  const stored = await store.headerIds();
  const counted = state.pending.filter((id) => stored.has(id));
  const headers = await Promise.all(counted.map((id) => store.header(id)));
  const unsigned = headers.flatMap((header) => (header?.dkim === '' ? [header.messageId] : []));
  return { counted: new Set(counted), unsigned: new Set(unsigned) };
}

/** Removes mails that stopped the worker twice from the list, and records them. */
async function skipStopping(scan: AccountScan): Promise<void> {
  const { state, underway } = scan;
  const skipped = state.pending.filter((id) => underway.isSkipped(id));
  if (skipped.length === 0) return;
  for (const id of skipped) {
    delete state.stuck[id];
    if (await recordUnread(scan, id, 'stopped-worker')) state.counts.unreadable += 1;
  }
  state.read.push(...skipped);
  finish(state, skipped);
  await save(scan, {}, false);
}

/** Fetches the next batch and takes what arrives. A mail that may have stopped the worker is a batch of its own. */
function readBatch(scan: AccountScan, known: KnownHeaders): Promise<BatchEnd> {
  const { unsigned } = known;
  const { mailbox, underway } = scan;
  const { pending } = scan.state;
  const full = unsigned.has(pending[0] ?? '');
  const end = pending.findIndex(
    (id, at) =>
      unsigned.has(id) !== full ||
      (at > 0 && (underway.isSuspect(id) || underway.isSuspect(pending[0] ?? ''))),
  );
  const ids = pending.slice(0, Math.min(end < 0 ? pending.length : end, full ? HEADER_BATCH : RAW_BATCH));
  const fetchOne = confirmingVanished(async (id, within): Promise<Fetched> => {
    if (full) {
      const mail = await mailbox.full(id, within);
      return mail && { kind: 'full', mail };
    }
    const mail = await mailbox.raw(id, within);
    return mail && { kind: 'raw', mail };
  });
  return fetchBatch(ids, fetchOne, (arrived) => take(scan, known, arrived), retryOptions(scan));
}

/** Classifies and stores what has arrived. */
async function take(
  scan: AccountScan,
  known: KnownHeaders,
  arrived: ReadonlyMap<string, Fetched>,
): Promise<void> {
  const { state } = scan;
  const findings = noFindings();
  await scan.underway.begin([...arrived.keys()]);
  for (const [messageId, fetched] of arrived) {
    // A mail is counted once, when its first part is read.
    if (fetched !== null && !known.counted.has(messageId)) state.counts.mailsRead += 1;
    await read(scan, findings, messageId, fetched);
  }
  state.counts.unreadable += findings.unreadable;
  state.read.push(...arrived.keys());
  noteFetched(scan, arrived.keys());
  scan.underway.end(arrived.keys());
  finish(state, arrived.keys());
  await save(scan, { headers: findings.headers }, findings.changed);
  tell(scan);
}

/** Removes mails from the list of those still to be read. */
function finish(state: AccountCheckpoint, ids: Iterable<string>): void {
  const over = new Set(ids);
  state.pending = state.pending.filter((id) => !over.has(id));
}

async function read(
  scan: AccountScan,
  findings: Findings,
  messageId: string,
  fetched: Fetched,
): Promise<void> {
  // A mail that vanished after it was listed is not an error.
  if (fetched === null) return;
  const mail = fetched.kind === 'full' ? fetched.mail : sentMail(messageId, fetched.mail);
  const { header, unjudged } = await readInto(findings, scan, mail, 'account');
  findings.headers.push(header);
  if (unjudged) scan.state.unjudged.push(messageId);
}

function sentMail(messageId: string, { decodedContents: raw, internalDate }: RawRecord): SentMail {
  return { messageId, raw, internalDate };
}

function tell(scan: AccountScan): void {
  const { pending, counts } = scan.state;
  const number = Math.min(counts.candidates - pending.length + 1, counts.candidates);
  report(scan, { kind: 'mail', number, of: counts.candidates });
}
