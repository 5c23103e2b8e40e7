import type { Catalog } from '../../catalog/index.ts';
import type { Db } from '../database/db.ts';
import { catalogEvents } from '../database/schema.ts';
import { rowsFromCatalog } from './rows.ts';

/** Whether the table of events holds anything, which may be an organiser's edits. */
export async function isPublished(db: Db): Promise<boolean> {
  return (await db.$count(catalogEvents)) > 0;
}

/** Replaces the content of the table of events, for an organiser to edit. */
export async function publishCatalog(db: Db, catalog: Catalog): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(catalogEvents);
    await tx.insert(catalogEvents).values(rowsFromCatalog(catalog));
  });
}
