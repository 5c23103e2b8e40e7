import type { Catalog } from '../../catalog/index.ts';
import type { Db } from '../database/db.ts';
import type { Log } from '../operator/contract.ts';
import { StartError } from '../operator/start-error.ts';
import { describeError } from '../operator/describe-error.ts';
import { listedInDatabase, listedInFile } from './organiser-set.ts';
import type { ListedFacts } from './organiser-set.ts';

export interface CurrentOrganiserSet {
  /** Null: the whole catalog. */
  get(): ListedFacts | null;
  /** Reads the database's set. If it is unusable, the reason is logged and the set stays as it was. */
  refresh(): Promise<void>;
}

/**
 * This copy's list of the organiser: the file's if one is configured, otherwise the database's as last read.
 *
 * @param catalog returns the current catalog; a set names facts of it
 * @throws StartError when the set cannot be used
 */
export async function openOrganiserSet(
  db: Db,
  path: string | undefined,
  catalog: () => Catalog,
  log: Log,
): Promise<CurrentOrganiserSet> {
  if (path !== undefined) {
    const fixed = await listedInFile(path, catalog());
    return { get: () => fixed, refresh: async () => undefined };
  }
  let current = await listedInDatabase(db, catalog());
  return {
    get: () => current,
    refresh: async () => {
      try {
        current = await listedInDatabase(db, catalog());
      } catch (error) {
        const reason = error instanceof StartError ? { reason: error.message } : describeError(error);
        log.error(reason, 'the organiser’s set cannot be read: the one that was read before stays in use');
      }
    },
  };
}
