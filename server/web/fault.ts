import type { Context } from 'hono';
import { isDatabaseAway } from '../database/failure.ts';
import type { AppDeps } from '../ports.ts';
import { describeError } from './log.ts';

/** A database that restarts is back by then, usually. Seconds. */
const DATABASE_RETRY_SECONDS = 5;

/**
 * What is done about an error that is no refusal, whatever form it is answered in: it is logged; and where it is the
 * database's absence it is counted, and the caller hears when to come back.
 *
 * @param message for the log
 * @returns the status to answer
 */
export function noteFault(
  error: Error,
  context: Context,
  { log, metrics }: Pick<AppDeps, 'log' | 'metrics'>,
  message: string,
): 500 | 503 {
  log.error(describeError(error), message);
  if (!isDatabaseAway(error)) return 500;
  metrics.databaseAway();
  context.header('retry-after', String(DATABASE_RETRY_SECONDS));
  return 503;
}
