import type { DBSchema, IDBPDatabase } from 'idb';
import type { HeaderRecord } from '../records.ts';

/** The stores of `dkim-bin`. */
export interface Schema extends DBSchema {
  emailHeaders: { key: string; value: HeaderRecord; indexes: { from: string; subject: string } };
  travelLogs: { key: string; value: unknown };
}

export type Connection = IDBPDatabase<Schema>;
