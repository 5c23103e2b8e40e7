import { fetchBatch, RAW_BATCH } from '../mailbox/batch.ts';
import { report } from './account.ts';
import type { AccountScan } from './account.ts';
import { classifyInto, noFindings, save } from './context.ts';
import { retryOptions } from './retrying.ts';
import { settle } from './stuck.ts';

/**
 * Reads the text of the candidates in batches of 10 and classifies it; each batch is stored together with the
 * checkpoint that no longer lists it. The texts themselves are not kept.
 */
export async function readCandidates(scan: AccountScan): Promise<void> {
  const { state, mailbox } = scan;
  const tell = (): void => {
    const { candidates } = state.counts;
    const number = Math.min(candidates - state.pending.length + 1, candidates);
    report(scan, `Reading mail ${number} of ${candidates}`);
  };
  while (state.pending.length > 0) {
    tell();
    const batch = state.pending.slice(0, RAW_BATCH);
    const outcome = await fetchBatch(batch, (id, signal) => mailbox.raw(id, signal), retryOptions(scan));

    const findings = noFindings();
    for (const [messageId, mail] of outcome.fetched) {
      // A mail that has vanished since it was listed is no error.
      if (mail === null) continue;
      const { decodedContents: raw, internalDate } = mail;
      const { header } = await classifyInto(findings, scan, {
        messageId,
        raw,
        internalDate,
        source: 'account',
      });
      findings.headers.push(header);
      state.counts.mailsRead += 1;
    }
    state.counts.unreadable += findings.unreadable;

    const { finished, failure } = settle(state, outcome);
    const over = new Set(finished);
    state.pending = state.pending.filter((id) => !over.has(id));
    state.read.push(...finished.filter((id) => outcome.fetched.has(id)));
    await save(scan, { headers: findings.headers }, findings.changed);
    tell();
    if (failure !== null) throw failure;
  }
}
