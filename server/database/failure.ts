/** PostgreSQL's codes for a duplicate value, and for a reference to a missing row (Appendix A of its manual). */
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Codes of the network and of PostgreSQL: shutting down, starting up, too many connections, connection exceptions. */
const AWAY_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[123]|53300|08...)$/;
/** `pg`'s messages without a code. */
const AWAY_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect)/;

/** True when a statement failed because a unique value exists already. Drizzle wraps the driver's error. */
export function isUniqueViolation(error: unknown): boolean {
  return causes(error).some((cause) => 'code' in cause && cause.code === UNIQUE_VIOLATION);
}

/** True when a statement failed because the row that it refers to is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return causes(error).some((cause) => 'code' in cause && cause.code === FOREIGN_KEY_VIOLATION);
}

/** True when a statement failed because the database could not be reached or was lost. */
export function isDatabaseAway(error: unknown): boolean {
  return causes(error).some(
    (cause) => ('code' in cause && AWAY_CODES.test(String(cause.code))) || AWAY_MESSAGES.test(cause.message),
  );
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}
