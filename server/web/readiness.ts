/** How long an answer of the database is reused. Milliseconds. */
export const READY_MS = 1_000;

/** Time limit for a ping, after which it counts as failed; the database answers in milliseconds. */
export const PING_MS = 3_000;

/**
 * Checks whether the server can serve. Callers may ask without end: the database gets one ping at a time, and one in
 * {@link READY_MS}.
 *
 * @param ping rejects when the database does not answer
 * @param now milliseconds since the epoch
 * @returns a function that rejects as the last ping did
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

/** A silently lost connection never answers, and must not block later pings. */
async function withinDeadline(answer: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database did not answer in time.')), PING_MS);
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
