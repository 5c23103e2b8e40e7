import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { createVercelStore, vercelPublicBase } from '../../../server/blob/vercel-store.ts';
import { answerWith, brokenOff, cut, redirectTo } from '../../support/network/answers.ts';
import { createLoopback } from '../../support/network/loopback.ts';
import { announceCall, errorOf, send } from '../../support/server/api-calls.ts';
import { openTestServer, signUp } from '../../support/server/harness.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';
import { hostileLinks } from './hostile-links.ts';

const READ_WRITE_TOKEN = 'vercel_blob_rw_AbCdEf12_0123456789';
const STORE = vercelPublicBase(READ_WRITE_TOKEN);
const LINK = `${STORE}psi/0123456789abcdef-xyz`;

/** Requests that this process sends, with either of Node's clients. */
const SENDING = ['undici:request:create', 'http.client.request.start'];
let sent = 0;
const count = (): void => {
  sent += 1;
};
beforeEach(() => {
  sent = 0;
  for (const channel of SENDING) subscribe(channel, count);
});
afterEach(() => {
  for (const channel of SENDING) unsubscribe(channel, count);
});

it('the store’s address is the one in its token', () => {
  expect(STORE).toBe('https://abcdef12.public.blob.vercel-storage.com/');
});

it('requests of this process are noticed', async () => {
  const loopback = createLoopback();
  const { origin } = await loopback.listen(answerWith(200, 'heard'));
  await expect((await fetch(origin)).text()).resolves.toBe('heard');
  expect(sent).toBe(1);
  await loopback.close();
});

describe.each([
  ['the embedded store', {}, 'http://localhost/blob/public/'],
  ['Vercel Blob', { BLOB_READ_WRITE_TOKEN: READ_WRITE_TOKEN }, STORE],
])('a link outside %s', (_name, env: Record<string, string>, base) => {
  let server: TestServer;
  const ada = { email: 'ada@mail.example', token: '' };
  const asked: string[] = [];
  beforeAll(async () => {
    server = await openTestServer({
      env,
      fetch: async (input) => {
        asked.push(new Request(input).url);
        return new Response(null, { status: 404 });
      },
    });
    ada.token = await server.token(ada.email);
  });
  afterAll(() => server.close());

  it.each(hostileLinks(base))('is refused and never fetched: %j', async (link) => {
    for (const call of ['create_account', 'update_psi_keys'] as const) {
      const answer = await send(server, announceCall(call, ada, link));
      expect([answer.status, await errorOf(answer)]).toEqual([
        400,
        'psiPublicKeysLink does not lie in the configured store.',
      ]);
    }
    expect([asked, sent]).toEqual([[], 0]);
  });

  it('is refused whichever Host the request names', async () => {
    const link = 'http://evil.example/blob/public/psi/0123456789abcdef-xyz';
    const call = announceCall('create_account', ada, link);
    const answer = await server.request(`http://evil.example${call.path}`, call);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect([asked, sent]).toEqual([[], 0]);
  });
});

describe('a link into the embedded store', () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await openTestServer({ listen: true });
    person = await signUp(server, 'ada@mail.example');
  });
  afterAll(() => server.close());

  it('is read from the database, never over the network', async () => {
    const answer = await send(server, announceCall('create_account', person, person.keys.link));
    expect(answer.status).toBe(409);
    expect(sent).toBe(0);
  });

  it('is refused when no object is there', async () => {
    const answer = await send(server, announceCall('update_psi_keys', person, `${person.keys.link}x`));
    expect([answer.status, await errorOf(answer)]).toEqual([
      400,
      'There are no public keys at psiPublicKeysLink.',
    ]);
  });
});

describe('Vercel Blob as the store', () => {
  const content = randomBytes(47_672);
  const loopback = createLoopback();
  afterEach(() => loopback.close());

  /** The store over the platform's own `fetch`, with `origin` in place of its host. */
  const storeAt = (origin: string) =>
    createVercelStore(READ_WRITE_TOKEN, {
      fetch: (input, init) => {
        const { href } = new URL(new Request(input).url);
        expect(href.startsWith(STORE)).toBe(true);
        return fetch(href.replace(STORE, `${origin}/`), init);
      },
    });

  it('is read at the link', async () => {
    const asked: (string | undefined)[] = [];
    const { origin } = await loopback.listen((request, response) => {
      asked.push(request.url);
      answerWith(200, content)(request, response);
    });
    expect(Buffer.from(await storeAt(origin).read(LINK)).equals(content)).toBe(true);
    expect(asked).toEqual(['/psi/0123456789abcdef-xyz']);
  });

  it.each([301, 302, 303, 307, 308])('is not followed when it answers %i', async (status) => {
    const elsewhere = await loopback.listen(answerWith(200, content));
    const { host } = new URL(elsewhere.origin);
    for (const location of [`http://${host}/psi/x`, `//${host}`, '/psi/another']) {
      const { origin, asked } = await loopback.listen(redirectTo(status, location));
      await expect(storeAt(origin).read(LINK)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
      expect(asked()).toBe(1);
    }
    expect(elsewhere.asked()).toBe(0);
  });

  it('is read no further than 64 KiB', async () => {
    let sentBytes = 0;
    const long = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sentBytes += 16_384;
        controller.enqueue(new Uint8Array(16_384));
        if (sentBytes > 20_000_000) controller.close();
      },
    });
    const store = createVercelStore(READ_WRITE_TOKEN, { fetch: async () => new Response(long) });
    const length = store.read(LINK).then((bytes) => bytes.length);
    await expect(length).rejects.toMatchObject({ status: 400 });
    expect(sentBytes).toBeLessThan(200_000);
  });

  it.each([404, 403])('that answers %i has no keys there', async (status) => {
    const { origin } = await loopback.listen(answerWith(status));
    await expect(storeAt(origin).read(LINK)).rejects.toMatchObject({ status: 400 });
  });

  it('that does not answer, or breaks off, is not blamed on the person', async () => {
    for (const failing of [answerWith(503), answerWith(429), cut, brokenOff('x')]) {
      const { origin } = await loopback.listen(failing);
      await expect(storeAt(origin).read(LINK)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    }
  });

  describe('deletes an object', () => {
    const settings = ['VERCEL_BLOB_API_URL', 'VERCEL_BLOB_RETRIES'] as const;
    const before = settings.map((name) => [name, process.env[name]] as const);
    afterEach(() => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    });
    /** The store, with its own API at `origin`. */
    const storeWith = (origin: string) => {
      process.env['VERCEL_BLOB_API_URL'] = origin;
      process.env['VERCEL_BLOB_RETRIES'] = '0';
      return createVercelStore(READ_WRITE_TOKEN);
    };

    it('by its link, and no other object', async () => {
      const bodies: string[] = [];
      const { origin } = await loopback.listen((request, response) => {
        request.setEncoding('utf8').on('data', (text: string) => bodies.push(`${request.url} ${text}`));
        request.on('end', () => answerWith(200, 'null')(request, response));
      });
      const store = storeWith(origin);
      await store.remove('https://elsewhere.example/psi/0123456789abcdef-xyz');
      await store.remove(LINK);
      expect(bodies).toEqual([`/delete ${JSON.stringify({ urls: [LINK] })}`]);
    });

    it('without an error when it is already gone; if the store fails, the person may try again', async () => {
      const gone = await loopback.listen(
        answerWith(404, JSON.stringify({ error: { code: 'not_found', message: 'no' } })),
      );
      await expect(storeWith(gone.origin).remove(LINK)).resolves.toBeUndefined();
      const failing = await loopback.listen(answerWith(503));
      await expect(storeWith(failing.origin).remove(LINK)).rejects.toMatchObject({
        status: 503,
        retryAfter: 5,
      });
    });
  });
});
