import type { Context } from 'hono';
import { isDatabaseAway } from '../database/failure.ts';
import type { Log, Metrics } from '../operator/contract.ts';
import { describeError } from '../operator/describe-error.ts';

/** Wait for a restarting database, in seconds. */
const DATABASE_RETRY_SECONDS = 5;

/**
 * Logs an error that is not a refusal, in whatever form it is answered. If the database is away, this is counted and
 * the answer says when to try again.
 *
 * @param message for the log
 * @returns the status to answer with
 */
export function noteFault(
  error: Error,
  context: Context,
  { log, metrics }: { log: Log; metrics: Metrics },
  message: string,
): 500 | 503 {
  log.error(describeError(error), message);
  if (!isDatabaseAway(error)) return 500;
  metrics.databaseAway();
  context.header('retry-after', String(DATABASE_RETRY_SECONDS));
  return 503;
}
