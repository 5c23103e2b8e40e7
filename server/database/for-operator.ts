/** Opens the server's own database for the operator's commands. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '../operator/start-error.ts';
import { DataFolderTaken } from './lock.ts';
import { openDatabase } from './open.ts';
import type { Database } from './open.ts';

/** The settings that locate the database. */
interface Place {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
}

/**
 * @throws StartError also while a server holds the folder, since another folder would hold nothing of this installation
 */
export async function openForOperator({ DATABASE_URL, DATA_DIR }: Place): Promise<Database> {
  if (DATABASE_URL !== undefined) return openDatabase({ url: DATABASE_URL });
  try {
    return await openDatabase({ folder: DATA_DIR });
  } catch (cause) {
    if (!(cause instanceof DataFolderTaken)) throw cause;
    throw new StartError(
      `A running server holds ${resolve(DATA_DIR)}, the database that this command works on. Stop the server and run the command again. With PostgreSQL (DATABASE_URL) servers can go on meanwhile.`,
      { cause },
    );
  }
}

/**
 * The same for commands that must not create a database, such as a list.
 *
 * @throws StartError also when there is no data folder
 */
export async function openExisting(place: Place): Promise<Database> {
  if (place.DATABASE_URL === undefined && !existsSync(place.DATA_DIR)) {
    throw new StartError(
      `There is no data folder ${resolve(place.DATA_DIR)}. Set DATA_DIR to the server's own, or DATABASE_URL to its database.`,
    );
  }
  return openForOperator(place);
}

/** A description of the database without a password. */
export function databaseName({ DATABASE_URL, DATA_DIR }: Place): string {
  if (DATABASE_URL === undefined) return `the folder ${resolve(DATA_DIR)}`;
  const { host, pathname } = new URL(DATABASE_URL);
  return `the database ${pathname.slice(1)} at ${host}`;
}
