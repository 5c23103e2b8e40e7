import { eq } from 'drizzle-orm';
import type { Db } from './db.ts';
import { settings } from './schema.ts';

/**
 * A value shared by every copy of the server: the stored one, or the result of `make`, stored. If several copies make
 * one at the same time, the first to store it wins.
 */
export async function sharedSetting(
  db: Db,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const stored = await readSetting(db, name);
  if (stored !== undefined) return stored;
  await db
    .insert(settings)
    .values({ name, value: await make() })
    .onConflictDoNothing();
  const value = await readSetting(db, name);
  if (value === undefined) throw new Error(`The setting ${name} was not stored.`);
  return value;
}

async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  return row?.value;
}
