/** How long an answer of the database counts for everybody who asks. Milliseconds. */
export const READY_MS = 1_000;

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
    const outcome = ping();
    const keep = (): void => {
      underWay = undefined;
      answered = { outcome, at: now() };
    };
    underWay = outcome;
    outcome.then(keep, keep);
    return outcome;
  };
}
