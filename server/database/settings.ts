import { eq } from 'drizzle-orm';
import type { Db } from './db.ts';
import { settings } from './schema.ts';

/**
 * A value that every copy of the server shares: the stored one, or what `make` returns, stored.
 * When several copies make one at the same time, the first to store it wins and all use that.
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
