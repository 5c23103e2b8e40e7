import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../operator/start-error.ts';

/** Another process holds the data folder. */
export class DataFolderTaken extends StartError {}

/** SQLite's result code for a lock held by another process (sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;

/**
 * Locks the data folder for this process: two processes in one PGlite folder lose rows silently. The lock is SQLite's
 * file lock on `DATA_DIR/lock.sqlite`, which the operating system releases however the process ends, so no stale lock
 * can remain.
 *
 * @returns a function that releases the folder
 * @throws DataFolderTaken when a process holds the folder already, StartError when it cannot be written
 */
export function lockDataFolder(folder: string): () => void {
  let file: DatabaseSync;
  try {
    mkdirSync(folder, { recursive: true });
    file = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
  } catch (cause) {
    throw new StartError(`The data folder ${folder} cannot be written. Set DATA_DIR to a folder that can.`, {
      cause,
    });
  }
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    file.close();
    if (!isBusy(cause)) {
      throw new StartError(`The data folder ${folder} cannot be locked.`, { cause });
    }
    throw new DataFolderTaken(
      `Another Waystamp server is using the data folder ${folder}. Stop it, or set DATA_DIR to a folder of its own.`,
      { cause },
    );
  }
  return () => {
    if (file.isOpen) file.close();
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
