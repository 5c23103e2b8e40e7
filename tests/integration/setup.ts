/** One migrated PGlite for the whole `integration` project. Every test server gets a copy of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/database/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined in the other projects. */
    pglite?: {
      /** A data folder as the product's first start leaves it. */
      folder: string;
      /** The file of its dump. */
      dump: string;
    };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), 'waystamp-template-'));
  const [folder, dump] = [join(root, 'data'), join(root, 'dump.tar')];
  await (await openDatabase({ folder })).close();
  await writeFile(dump, await dumped(join(folder, 'pglite')));
  project.provide('pglite', { folder, dump });
  return () => rm(root, { recursive: true });
}

/** The dump of a data folder. Databases in memory that start from it have few buffers to zero. */
async function dumped(dataDir: string): Promise<Uint8Array> {
  const client = await PGlite.create({ dataDir });
  try {
    await client.exec("alter system set shared_buffers = '16MB'");
    const dump = await client.dumpDataDir('none');
    await client.exec('alter system reset shared_buffers');
    return await dump.bytes();
  } finally {
    await client.close();
  }
}
