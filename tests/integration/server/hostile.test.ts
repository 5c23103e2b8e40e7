/** Requests found by the fuzzer that once caused server errors. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/server/api-calls.ts';
import { openTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

const post = (path: string, type: string, body: string): Promise<Response> =>
  server.request(path, { method: 'POST', headers: { 'content-type': type }, body });

const REFRESH = '/securetoken.googleapis.com/v1/token';

describe('a malformed form', () => {
  const cases = ['multipart/form-data', 'multipart/form-data; boundary=x'].map((type) => [type] as const);
  it.each(cases)('(%s) is refused by the demo provider', async (type) => {
    for (const path of ['/demo/consent', '/demo/token', '/demo/revoke']) {
      const answer = await post(path, type, 'token=a');
      expect(answer.status).toBe(400);
      expect(await errorOf(answer)).toBe('The form cannot be read.');
    }
  });

  it.each(cases)('(%s) is refused by the identity service, in its own form', async (type) => {
    const answer = await post(REFRESH, type, 'token=a');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 400, message: 'INVALID_REQ_TYPE' } });
  });
});

describe('a body that is too long', () => {
  it.each([
    ['/identitytoolkit.googleapis.com/v1/accounts:signUp', 'application/json'],
    [REFRESH, 'application/x-www-form-urlencoded'],
  ])('is refused by the identity service, in its own form: %s', async (path, type) => {
    const answer = await post(path, type, 'x'.repeat(20_000));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 413 } });
  });
});

describe('a requested name', () => {
  it.each(['constructor', '__proto__', 'toString'])(
    'is not taken for a font because every object has it: %s',
    async (name) => {
      expect((await server.request(`/demo/fonts/${name}`)).status).toBe(404);
    },
  );

  it('may contain characters that the database cannot store; then nothing is stored', async () => {
    const answer = await server.request('/blob/public/psi/%00');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('a caller who hangs up in the middle of a body', () => {
  it.each([
    ['/api/psi/round2', 'content-length: 100'],
    ['/api/psi/round2', 'transfer-encoding: chunked'],
    ['/identitytoolkit.googleapis.com/v1/accounts:signUp', 'transfer-encoding: chunked'],
    ['/demo/revoke', 'content-length: 100'],
  ])('does not count as a server error: %s, %s', async (path, length) => {
    const token = await server.token('hangs-up@mail.example');
    const before = server.logged.length;
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${token}`, length];
    socket.write(`${head.join('\r\n')}\r\n\r\n3\r\nabc\r\n`);
    // A request sent after it is answered, so this one is being read.
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    socket.destroy();
    await once(socket, 'close');
    await expect
      .poll(() => server.logged.slice(before).filter((line) => line.includes('"POST"')))
      .toHaveLength(1);
    const told = server.logged
      .slice(before)
      .filter((line) => line.includes('failed') || line.includes('"status":5'));
    expect(told).toEqual([]);
  });
});
