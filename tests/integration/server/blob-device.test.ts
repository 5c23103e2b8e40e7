import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { uploadBlob } from '../../../worker/blob/blob.ts';
import type { AppFailure } from '../../../worker/errors.ts';
import { putCall } from './blob-calls.ts';
import { useBlobStore } from './blob-setting.ts';
import { randomPathname } from '../../support/server/harness.ts';

const setting = useBlobStore();
/** The waits requested from the device's clock, which ended at once. Milliseconds. */
let slept: number[] = [];
afterEach(() => {
  slept = [];
});

describe('the device’s upload to the embedded store', () => {
  const send = (pathname: string, clientToken: string, bytes = 47_672) =>
    uploadBlob({
      pathname,
      body: randomBytes(bytes),
      token: clientToken,
      apiUrl: `${setting.server.origin}/blob`,
      fetch,
      clock: {
        now: Date.now,
        sleep: async (ms) => {
          slept.push(ms);
        },
      },
    });

  it('receives the reason for a refusal', async () => {
    const [pathname, other] = [randomPathname(), randomPathname()];
    const clientToken = await setting.uploadToken(pathname);
    await expect(send(pathname, clientToken)).resolves.toMatch(new RegExp(`/blob/public/${pathname}$`));
    await expect(send(other, clientToken)).rejects.toMatchObject({ code: 'blob_bad_request' });
    await expect(send(pathname, clientToken, 65_537)).rejects.toMatchObject({ code: 'blob_bad_request' });
    await expect(send(pathname, `${clientToken}AAAA`)).rejects.toMatchObject({ code: 'blob_access_denied' });
    setting.skewMs = 5 * 60_000;
    await expect(send(pathname, clientToken)).rejects.toMatchObject({ code: 'blob_access_denied' });
  });

  it('is limited, and receives the seconds to wait', async () => {
    const pathname = randomPathname();
    const clientToken = await setting.uploadToken(pathname);
    for (let one = 1; one <= 11; one += 1) await putCall(setting.server, { pathname, token: clientToken });
    const limited = await send(pathname, clientToken).catch((caught: unknown) => caught as AppFailure);
    expect(limited).toMatchObject({ code: 'blob_rate_limited' });
    expect((limited as AppFailure).retryAfter).toBeGreaterThan(1);
    expect(slept).toHaveLength(10);
    for (const ms of slept) expect(ms / 1000).toBeGreaterThanOrEqual((limited as AppFailure).retryAfter ?? 0);
  });
});
