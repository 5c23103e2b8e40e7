import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useServerProcesses } from '../../support/server/server-processes.ts';

const { folder, start, complaint } = useServerProcesses({ empty: true });

describe('a second server', () => {
  it('on the same data folder ends with a clear error, and the first keeps running', async () => {
    const first = await start();
    const printed = await complaint();
    expect(printed).toContain('ended with code 1');
    expect(printed).toContain(
      `Another Waystamp server is using the data folder ${first.dataDir}. Stop it, or set DATA_DIR to a folder of its own.`,
    );
    expect(printed).not.toContain('    at ');
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
  });
});

describe('a server that cannot start', () => {
  it('says that its data folder cannot be made', async () => {
    const file = join(folder(), 'file');
    await writeFile(file, '');
    const printed = await complaint({ dataDir: join(file, 'data') });
    expect(printed).toContain('cannot be written. Set DATA_DIR');
    expect(printed).not.toContain('    at ');
  });
});
