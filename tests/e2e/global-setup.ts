/** One migrated database for the whole run; the data folder of every server is a copy of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/database/open.ts';
import { UNUSED_DATA } from './recorded.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), 'waystamp-template-'));
  const folder = join(root, 'data');
  // The product's first start does the same, and this is the slowest part of a start.
  await (await openDatabase({ folder })).close();
  process.env[UNUSED_DATA] = folder;
  return () => rm(root, { recursive: true });
}
