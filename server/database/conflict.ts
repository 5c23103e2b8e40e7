/** PostgreSQL's code for a value that is there already (Appendix A of its manual). */
const UNIQUE_VIOLATION = '23505';

/** True when a statement failed because a unique value exists; Drizzle wraps the driver's error. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === UNIQUE_VIOLATION) return true;
  return isUniqueViolation(error.cause);
}
