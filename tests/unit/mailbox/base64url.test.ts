import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64Url } from '../../../worker/mailbox/base64url.ts';

describe('base64url', () => {
  it('decodes the output of any encoder, with and without padding, in both alphabets', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const buffer = Buffer.from(bytes);
        for (const text of [buffer.toString('base64url'), buffer.toString('base64')]) {
          expect(Buffer.from(await decodeBase64Url(text)).equals(buffer)).toBe(true);
        }
      }),
      { seed: 5 },
    );
  });

  it('refuses characters outside the alphabet and impossible lengths', async () => {
    for (const text of ['A', 'AAAAA', 'AA=A', 'A A', 'Zm9v\n', 'ü', 'AAA===', '====']) {
      await expect(decodeBase64Url(text)).rejects.toThrow(RangeError);
    }
  });
});
