/** The server's own database, as the commands of its operator open it. */
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';
import { DataFolderTaken } from './lock.ts';
import { openDatabase } from './open.ts';
import type { Database } from './open.ts';

type Place = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

/** @throws StartError also while a server holds the folder: another one would have nothing of this installation */
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

/** Which database it is, in words and without a password. */
export function databaseName({ DATABASE_URL, DATA_DIR }: Place): string {
  if (DATABASE_URL === undefined) return `the folder ${resolve(DATA_DIR)}`;
  const { host, pathname } = new URL(DATABASE_URL);
  return `the database ${pathname.slice(1)} at ${host}`;
}
