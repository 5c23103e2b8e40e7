/** The setting for the test suites of the embedded store: a listening server and a signed-in person. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openTestServer, uploadToken } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

export interface BlobSetting {
  server: TestServer;
  /** The person's access token. */
  token: string;
  /** How far the server's clock is ahead until the test ends. Milliseconds. */
  skewMs: number;
  /** A client token of the person for an upload to `pathname`. */
  uploadToken: (pathname: string) => Promise<string>;
}

/** One server for the suite, which the `@vercel/blob` client can reach as well. */
export function useBlobStore(): BlobSetting {
  const setting = {
    skewMs: 0,
    uploadToken: (pathname) => uploadToken(setting.server, setting.token, pathname),
  } as BlobSetting;
  beforeAll(async () => {
    setting.server = await openTestServer({ listen: true, now: () => Date.now() + setting.skewMs });
    setting.token = await setting.server.token('ada@mail.example');
    process.env['VERCEL_BLOB_API_URL'] = `${setting.server.origin}/blob`;
  });
  afterEach(() => {
    setting.skewMs = 0;
  });
  afterAll(() => setting.server.close());
  return setting;
}
