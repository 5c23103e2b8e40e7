/** How long an answer of the database counts for everybody who asks. Milliseconds. */
export const READY_MS = 1_000;

/** The database answers in milliseconds; a ping without an answer counts as a failed one after this time. */
export const PING_MS = 3_000;

/**
 * Whether the server can serve, for callers who may ask without end: however many they are, the database is asked by
 * one at a time, and once in {@link READY_MS}.
 *
 * @param ping rejects when the database does not answer
 * @param now milliseconds since the epoch
 * @returns rejects as the last ping did
 */
export function createReadiness(ping: () => Promise<void>, now: () => number): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let answered: { outcome: Promise<void>; at: number } | undefined;
  return () => {
    if (underWay !== undefined) return underWay;
    if (answered !== undefined && now() - answered.at < READY_MS) return answered.outcome;
    const outcome = withinDeadline(ping());
    const keep = (): void => {
      underWay = undefined;
      answered = { outcome, at: now() };
    };
    underWay = outcome;
    outcome.then(keep, keep);
    return outcome;
  };
}

/** A connection that is gone without a word answers never, and must not keep others from asking anew. */
async function withinDeadline(answer: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database did not answer in time.')), PING_MS);
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
