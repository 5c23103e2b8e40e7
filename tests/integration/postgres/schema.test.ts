import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('the schema', () => {
  it('is what the migrations make: npm run migrations finds nothing to write', async () => {
    // drizzle-kit takes paths relative to its working directory.
    const copy = await mkdtemp(join(tmpdir(), 'waystamp-schema-'));
    try {
      await cp(join(ROOT, 'server/database/migrations'), join(copy, 'migrations'), { recursive: true });
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          join(ROOT, 'node_modules/drizzle-kit/bin.cjs'),
          'generate',
          '--dialect=postgresql',
          '--schema=./server/database/*schema.ts',
          `--out=${relative(ROOT, join(copy, 'migrations'))}`,
        ],
        { cwd: ROOT },
      );
      expect(stdout).toContain('No schema changes, nothing to migrate');
    } finally {
      await rm(copy, { recursive: true });
    }
  });
});
