import type { Catalog } from '../../catalog/index.ts';
import type { Db } from '../database/db.ts';
import { catalog as heads, catalogEvents } from '../database/schema.ts';
import { rowsFromCatalog } from './rows.ts';

/** Whether the catalog tables hold anything, an organiser's edits perhaps. */
export async function isPublished(db: Db): Promise<boolean> {
  return (await db.$count(heads)) + (await db.$count(catalogEvents)) > 0;
}

/** Fills the catalog tables, in place of what they hold: the start of a catalog that an organiser then edits. */
export async function publishCatalog(db: Db, catalog: Catalog): Promise<void> {
  const { head, events } = rowsFromCatalog(catalog);
  await db.transaction(async (tx) => {
    await tx.delete(heads);
    await tx.delete(catalogEvents);
    await tx.insert(heads).values(head);
    await tx.insert(catalogEvents).values(events);
  });
}
