import type { Db } from '../database/db.ts';
import type { Log } from '../ports.ts';
import { StartError } from '../start-error.ts';
import { describeError } from '../web/log.ts';
import { organiserSetOfDatabase, organiserSetOfFile } from './organiser-set.ts';
import type { OrganiserSet } from './organiser-set.ts';

export interface CurrentOrganiserSet {
  get(): OrganiserSet;
  /** Reads the database's set anew. What cannot be used is logged, and the set stays as it was. */
  refresh(): Promise<void>;
}

/**
 * The organiser's set that this copy of the server goes by: the file's when one is configured, else the database's
 * as last read.
 *
 * @throws StartError when there is none to begin with
 */
export async function openOrganiserSet(
  db: Db,
  path: string | undefined,
  log: Log,
): Promise<CurrentOrganiserSet> {
  if (path !== undefined) {
    const fixed = await organiserSetOfFile(path);
    return { get: () => fixed, refresh: async () => undefined };
  }
  let current = await organiserSetOfDatabase(db);
  return {
    get: () => current,
    refresh: async () => {
      try {
        current = await organiserSetOfDatabase(db);
      } catch (error) {
        const reason = error instanceof StartError ? { reason: error.message } : describeError(error);
        log.error(reason, 'the organiser’s set cannot be read: the one that was read before stays in use');
      }
    },
  };
}
