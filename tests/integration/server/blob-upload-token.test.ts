import { getPayloadFromClientToken, put } from '@vercel/blob/client';
import { describe, expect, it } from 'vitest';
import { OCTETS, putOptions } from './blob-calls.ts';
import { useBlobStore } from './blob-setting.ts';
import { send, uploadTokenCall } from '../../support/server/api-calls.ts';
import { anonymousToken, randomPathname, uploadToken } from '../../support/server/harness.ts';

const setting = useBlobStore();

describe('an upload token', () => {
  const ask = async (pathname: string, identityToken: string, more = {}): Promise<Response> =>
    send(setting.server, uploadTokenCall({ token: setting.token, identityToken }, pathname, more));

  it('needs the anonymous identity', async () => {
    for (const identity of ['', 'nonsense', `${await anonymousToken(setting.server)}x`]) {
      expect((await ask(randomPathname(), identity)).status).toBe(401);
    }
  });

  it('binds the pathname, the size, the type and five minutes, and sets no callback', async () => {
    const pathname = randomPathname();
    const callback = { callbackUrl: 'http://127.0.0.1:1/' };
    const answer = await ask(pathname, await anonymousToken(setting.server), callback);
    const { clientToken } = (await answer.json()) as { clientToken: string };
    const { validUntil, ...bound } = getPayloadFromClientToken(clientToken);
    expect(Math.abs((validUntil ?? 0) - Date.now() - 300_000)).toBeLessThan(60_000);
    expect(bound).toEqual({
      pathname,
      maximumSizeInBytes: 65_536,
      allowedContentTypes: [OCTETS],
      addRandomSuffix: false,
      allowOverwrite: false,
      cacheControlMaxAge: 31_536_000,
    });
  });

  it('does not let one of two people touch the other’s object at the same pathname', async () => {
    const pathname = randomPathname();
    const [ada, bob] = [setting.token, await setting.server.token('bob@mail.example')];
    const first = await put(pathname, 'of ada', putOptions(await uploadToken(setting.server, ada, pathname)));
    const second = put(pathname, 'of bob', putOptions(await uploadToken(setting.server, bob, pathname)));
    await expect(second).rejects.toThrow('This blob already exists');
    expect(await (await fetch(first.url)).text()).toBe('of ada');
  });

  it.each([
    'keys',
    'psi/short',
    'psi/../../etc/passwd0000000000',
    'other/0123456789abcdef0123456789abcdef',
    '',
  ])('is not given for the path %j', async (pathname) => {
    expect((await ask(pathname, await anonymousToken(setting.server))).status).toBe(400);
  });
});
