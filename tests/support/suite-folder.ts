import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/**
 * A folder of the suite's own, there before the hooks that are set up after this and gone when the suite ends.
 *
 * @returns a path in it, the folder's own without parts
 */
export function useFolder(): (...parts: string[]) => string {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waystamp-suite-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (...parts) => join(folder, ...parts);
}
