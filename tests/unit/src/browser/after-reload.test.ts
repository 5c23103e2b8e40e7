import { describe, expect, it } from 'vitest';
import { noteEnd, takeEnd } from '../../../../src/browser/after-reload.ts';
import type { KeptText } from '../../../../src/browser/storage.ts';

function kept(): KeptText {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

const NOTHING = { elsewhere: null, farewell: null };

describe('the message after a reload', () => {
  it.each([
    ['signed-out', 'Signed out. This device is empty; your account at the server is unchanged.'],
    [
      'account-deleted',
      'Your account and all that hung on it were deleted at the server, and this device is empty.',
    ],
    ['erased', 'Everything was erased from this device. Your mailbox, or the file, was not touched.'],
  ] as const)('says once what the person did: %s', (by, words) => {
    const storage = kept();
    noteEnd(storage, by);
    expect(takeEnd(storage)).toEqual({ elsewhere: null, farewell: words });
    expect(takeEnd(storage)).toEqual(NOTHING);
  });

  it('says what another tab did', () => {
    const storage = kept();
    noteEnd(storage, 'sign-out');
    expect(takeEnd(storage)).toEqual({
      elsewhere: expect.stringContaining('another tab') as string,
      farewell: null,
    });
  });

  it('is empty if the browser stores nothing, or the stored value is something else', () => {
    const storage = kept();
    storage.setItem('ended', 'toString');
    expect(takeEnd(storage)).toEqual(NOTHING);
    const refusing: KeptText = {
      ...storage,
      setItem: () => {
        throw new DOMException('no', 'SecurityError');
      },
    };
    expect(() => noteEnd(refusing, 'erased')).not.toThrow();
    expect(takeEnd(refusing)).toEqual(NOTHING);
  });
});
