import { getPayloadFromClientToken, put } from '@vercel/blob/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OCTETS } from './blob-calls.ts';
import { anonymousToken, jsonPost, openTestServer, randomPathname, uploadToken } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
  token = await server.token('ada@mail.example');
  process.env['VERCEL_BLOB_API_URL'] = `${server.origin}/blob`;
});
afterAll(() => server.close());

const options = (clientToken: string) =>
  ({ access: 'public', token: clientToken, contentType: OCTETS }) as const;

describe('an upload token', () => {
  const body = (pathname: string) => ({
    type: 'blob.generate-client-token',
    payload: { pathname, clientPayload: null, multipart: false },
  });

  it('needs the anonymous identity', async () => {
    for (const identity of ['', 'nonsense', `${await anonymousToken(server)}x`]) {
      const answer = await server.request(
        '/api/psi/upload',
        jsonPost(token, body(randomPathname()), { 'x-identity-token': identity }),
      );
      expect(answer.status).toBe(401);
    }
  });

  it('binds the pathname, the size, the type and five minutes, and names nobody to call back', async () => {
    const pathname = randomPathname();
    const answer = await server.request(
      '/api/psi/upload',
      jsonPost(
        token,
        { ...body(pathname), payload: { ...body(pathname).payload, callbackUrl: 'http://127.0.0.1:1/' } },
        { 'x-identity-token': await anonymousToken(server) },
      ),
    );
    const { clientToken } = (await answer.json()) as { clientToken: string };
    const { validUntil, ...bound } = getPayloadFromClientToken(clientToken);
    expect(Math.abs((validUntil ?? 0) - Date.now() - 300_000)).toBeLessThan(60_000);
    expect(bound).toEqual({
      pathname,
      maximumSizeInBytes: 65_536,
      allowedContentTypes: [OCTETS],
      addRandomSuffix: true,
      allowOverwrite: false,
      cacheControlMaxAge: 31_536_000,
    });
  });

  it('given to two people for one pathname lets neither touch the other’s object', async () => {
    const pathname = randomPathname();
    const [ada, bob] = [token, await server.token('bob@mail.example')];
    const [first, second] = [
      await put(pathname, 'of ada', options(await uploadToken(server, ada, pathname))),
      await put(pathname, 'of bob', options(await uploadToken(server, bob, pathname))),
    ];
    expect(second.url).not.toBe(first.url);
    expect(await (await fetch(first.url)).text()).toBe('of ada');
  });

  it.each([
    'keys',
    'psi/short',
    'psi/../../etc/passwd0000000000',
    'other/0123456789abcdef0123456789abcdef',
    '',
  ])('is not given for the path %j', async (pathname) => {
    const answer = await server.request(
      '/api/psi/upload',
      jsonPost(token, body(pathname), { 'x-identity-token': await anonymousToken(server) }),
    );
    expect(answer.status).toBe(400);
  });
});
