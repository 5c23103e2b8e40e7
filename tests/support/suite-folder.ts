import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/**
 * A folder for this suite, made before the hooks that follow and removed when the suite ends.
 *
 * @returns a function that gives a path in it, or the folder itself without parts
 */
export function useFolder(): (...parts: string[]) => string {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waystamp-suite-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (...parts) => join(folder, ...parts);
}
