import type { LedgerEntry, LedgerSum } from '../contract.ts';

/** One request as a sum. */
export function sumOf({ origin, purpose, sent, received }: LedgerEntry): LedgerSum {
  return {
    origin,
    purpose,
    requests: 1,
    sent: sent ?? 0,
    received: received ?? 0,
    unmeasured: sent === null || received === null ? 1 : 0,
  };
}

/** What to add to a sum that contains an earlier state of a request. */
export function growthOf(before: LedgerEntry, now: LedgerEntry): LedgerSum {
  const [from, to] = [sumOf(before), sumOf(now)];
  return {
    ...to,
    requests: 0,
    sent: to.sent - from.sent,
    received: to.received - from.received,
    unmeasured: to.unmeasured - from.unmeasured,
  };
}

/** One sum for each place and purpose, in order of first occurrence. */
export function addUp(sums: Iterable<LedgerSum>): LedgerSum[] {
  const totals = new Map<string, LedgerSum>();
  for (const sum of sums) {
    const key = `${sum.purpose} ${sum.origin}`;
    const total = totals.get(key);
    if (total === undefined) totals.set(key, { ...sum });
    else {
      total.requests += sum.requests;
      total.sent += sum.sent;
      total.received += sum.received;
      total.unmeasured += sum.unmeasured;
    }
  }
  return [...totals.values()];
}
