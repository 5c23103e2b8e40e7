/** Unwraps the outcomes of the worker core's commands, for tests that know how they must end. */
import type { AppError, Outcome } from '../../../worker/contract.ts';

/**
 * The command's value.
 *
 * @throws when it failed
 */
export async function value<T>(work: Promise<Outcome<T>>): Promise<T> {
  const outcome = await work;
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.value;
}

/** The error with which the command failed. @throws when it did not fail */
export async function failed(work: Promise<Outcome<unknown>>): Promise<AppError> {
  return errorOf(await work);
}

/** The error of a command that failed. @throws when it did not fail */
export function errorOf(outcome: Outcome<unknown>): AppError {
  if (outcome.ok) throw new Error('it did not fail');
  return outcome.error;
}
