import { afterEach, describe, expect, it } from 'vitest';
import { recordingFetch } from '../../../worker/ledger/recording-fetch.ts';
import {
  answerWith,
  brokenOff,
  cut,
  keepRequests,
  redirectTo,
  stalled,
} from '../../support/network/answers.ts';
import type { Received } from '../../support/network/answers.ts';
import { createLoopback } from '../../support/network/loopback.ts';

const loopback = createLoopback();
afterEach(() => loopback.close());

/** The record of one request. */
interface Taken {
  method: string;
  url: string;
  sent: number | null;
  received: number | null;
  redirected: string[];
  ends: string[];
}

function recorder(send: typeof fetch = fetch): { recorded: typeof fetch; taken: Taken[] } {
  const taken: Taken[] = [];
  const recorded = recordingFetch(send, (method, url) => {
    const one: Taken = { method, url, sent: 0, received: 0, redirected: [], ends: [] };
    taken.push(one);
    return {
      sent: (bytes) => {
        one.sent = bytes === null ? null : (one.sent ?? 0) + bytes;
      },
      received: (bytes) => {
        one.received = bytes === null ? null : (one.received ?? 0) + bytes;
      },
      redirected: (to) => one.redirected.push(to),
      end: (state) => one.ends.push(state),
    };
  });
  return { recorded, taken };
}

/** A server that sends back what it receives, and records it. */
async function echo(): Promise<{ origin: string; lengths: () => number[] }> {
  const kept: Received[] = [];
  const { origin } = await loopback.listen(
    keepRequests(kept, (_request, response) => response.end(kept.at(-1)?.body)),
  );
  return { origin, lengths: () => kept.map(({ body }) => body.length) };
}

const form = new FormData();
form.set('name', 'Zürich');
form.set('file', new Blob(['four']), 'a.txt');

/** Name, body, and the smallest length that it may have. */
const BODIES: [string, () => BodyInit, number][] = [
  ['a text', () => 'Grüße', 7],
  ['parameters', () => new URLSearchParams({ token: 'a b&' }), 12],
  ['a blob', () => new Blob([new Uint8Array(300)]), 300],
  ['an array buffer', () => new ArrayBuffer(17), 17],
  ['a view of a part', () => new Uint8Array(100).subarray(10, 30), 20],
  // A form also has boundaries, which differ between requests.
  ['a form', () => form, 'Zürichfour'.length + 1],
  [
    'a stream',
    () =>
      new ReadableStream({
        start(controller) {
          for (const size of [1, 20, 300]) controller.enqueue(new Uint8Array(size));
          controller.close();
        },
      }),
    321,
  ],
];

describe('bodies', () => {
  it.each(BODIES)(
    '%s is counted as the server receives it, in both directions',
    async (_name, body, length) => {
      const { origin, lengths } = await echo();
      const { recorded, taken } = recorder();
      const init = { method: 'post', body: body(), duplex: 'half' };
      const answer = await recorded(origin, init);
      const got = await answer.arrayBuffer();
      expect(got.byteLength).toBeGreaterThanOrEqual(length);
      expect(lengths()).toEqual([got.byteLength]);
      expect(taken).toEqual([
        {
          method: 'POST',
          url: origin,
          sent: got.byteLength,
          received: got.byteLength,
          redirected: [],
          ends: ['answered'],
        },
      ]);
    },
  );

  it('of a request object count too, and are sent once', async () => {
    const { origin, lengths } = await echo();
    const { recorded, taken } = recorder();
    const answer = await recorded(new Request(`${origin}/x`, { method: 'PUT', body: 'Grüße' }));
    expect(await answer.text()).toBe('Grüße');
    expect(lengths()).toEqual([7]);
    expect(taken).toMatchObject([{ method: 'PUT', url: `${origin}/x`, sent: 7, received: 7 }]);
  });

  it('that are compressed are counted as JavaScript receives them', async () => {
    const { gzipSync } = await import('node:zlib');
    const packed = answerWith(200, gzipSync('a'.repeat(5_000)), { 'content-encoding': 'gzip' });
    const { origin } = await loopback.listen(packed);
    const { recorded, taken } = recorder();
    expect(await (await recorded(origin)).text()).toHaveLength(5_000);
    expect(taken).toMatchObject([{ sent: 0, received: 5_000, ends: ['answered'] }]);
  });

  it.each([204, 304])('have length zero in an answer with status %i, which has none', async (status) => {
    const { origin } = await loopback.listen(answerWith(status));
    const { recorded, taken } = recorder();
    expect((await recorded(origin)).status).toBe(status);
    expect(taken).toMatchObject([{ method: 'GET', sent: 0, received: 0, ends: ['answered'] }]);
  });

  it('of a failed answer count even if nobody reads them', async () => {
    const { origin } = await loopback.listen(answerWith(403, 'x'.repeat(2_000)));
    const { recorded, taken } = recorder();
    expect((await recorded(origin)).status).toBe(403);
    await expect.poll(() => taken).toMatchObject([{ received: 2_000, ends: ['answered'] }]);
  });

  it('that may not be read have no length', async () => {
    const opaque = Object.defineProperty(new Response(null), 'type', { value: 'opaque' });
    const { recorded, taken } = recorder(() => Promise.resolve(opaque));
    expect(await recorded('https://a.example', { method: 'POST', body: 'abc', mode: 'no-cors' })).toBe(
      opaque,
    );
    expect(taken).toMatchObject([{ sent: 3, received: null, ends: ['answered'] }]);
  });
});

describe('the answer', () => {
  it('reaches its reader unchanged', async () => {
    const { origin } = await loopback.listen((_request, response) =>
      response.writeHead(418, 'Short', { 'x-a': 'b', 'content-type': 'application/json' }).end('{"a":1}'),
    );
    const { recorded, taken } = recorder();
    const answer = await recorded(`${origin}/path`);
    const copy = answer.clone();
    expect(copy).toMatchObject({ status: 418, url: `${origin}/path`, redirected: false, type: 'basic' });
    expect(answer).toMatchObject({ status: 418, statusText: 'Short', ok: false, url: `${origin}/path` });
    expect(answer.headers.get('x-a')).toBe('b');
    expect(await answer.json()).toEqual({ a: 1 });
    expect(await copy.text()).toBe('{"a":1}');
    expect(taken).toMatchObject([{ received: 7, ends: ['answered'] }]);
  });

  it('with a bodiless status is passed on unchanged; Chromium gives it an empty body', async () => {
    const answer = Object.defineProperty(new Response(''), 'status', { value: 204 });
    expect(answer.body).not.toBeNull();
    const { recorded, taken } = recorder(() => Promise.resolve(answer));
    expect(await recorded('http://localhost/', { method: 'DELETE' })).toBe(answer);
    expect(taken).toMatchObject([{ method: 'DELETE', received: 0, ends: ['answered'] }]);
  });

  it('from another address says so', async () => {
    const { origin: elsewhere } = await echo();
    const { origin } = await loopback.listen(redirectTo(307, `${elsewhere}/there`));
    const { recorded, taken } = recorder();
    const answer = await recorded(origin, { method: 'POST', body: 'abc' });
    expect(answer).toMatchObject({ redirected: true, url: `${elsewhere}/there` });
    expect(await answer.text()).toBe('abc');
    expect(taken).toMatchObject([{ url: origin, sent: 3, received: 3, redirected: [`${elsewhere}/there`] }]);
  });
});

describe('a request that fails', () => {
  it('is not recorded when it was aborted before it was sent', async () => {
    const { recorded, taken } = recorder();
    await expect(recorded('http://127.0.0.1:9', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(taken).toEqual([]);
  });

  it('counts as sent when nobody answers', async () => {
    const { origin } = await loopback.listen(cut);
    const { recorded, taken } = recorder();
    await expect(recorded(origin, { method: 'POST', body: 'abc' })).rejects.toThrow(TypeError);
    expect(taken).toMatchObject([{ sent: 3, received: 0, ends: ['failed'] }]);
  });

  it('stops when it is aborted while it waits', async () => {
    const controller = new AbortController();
    const { origin } = await loopback.listen(() => controller.abort());
    const { recorded, taken } = recorder();
    await expect(recorded(origin, { signal: controller.signal })).rejects.toThrow(/abort/i);
    expect(taken).toMatchObject([{ received: 0, ends: ['stopped'] }]);
  });

  it('keeps the bytes so far when it is aborted in mid-answer, whatever the reason', async () => {
    const controller = new AbortController();
    const { origin } = await loopback.listen(stalled('abc'));
    const { recorded, taken } = recorder();
    const answer = await recorded(origin, { signal: controller.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    controller.abort(new Error('The answer stalled'));
    await expect(reader?.read()).rejects.toThrow('The answer stalled');
    expect(taken).toMatchObject([{ received: 3, ends: ['stopped'] }]);
  });

  it('keeps the bytes so far when the connection breaks', async () => {
    const { origin } = await loopback.listen(brokenOff('abc'));
    const { recorded, taken } = recorder();
    await expect((await recorded(origin)).text()).rejects.toThrow(TypeError);
    expect(taken).toMatchObject([{ received: 3, ends: ['failed'] }]);
  });

  it('stops, with its connection, when its reader cancels', async () => {
    let closed = false;
    const { origin } = await loopback.listen((request, response) => {
      stalled('abc')(request, response);
      response.on('close', () => (closed = true));
    });
    const { recorded, taken } = recorder();
    const answer = await recorded(origin);
    await answer.body?.cancel();
    await expect.poll(() => closed).toBe(true);
    expect(taken).toMatchObject([{ ends: ['stopped'] }]);
  });

  it('does not read ahead in an endless answer that nobody reads', async () => {
    let written = 0;
    const { origin } = await loopback.listen((_request, response) => {
      const more = (): void => {
        while (written < 50_000_000 && response.write(Buffer.alloc(100_000))) written += 100_000;
        written += 100_000;
      };
      response.on('drain', more);
      more();
    });
    const { recorded, taken } = recorder();
    const answer = await recorded(origin);
    await expect.poll(() => taken[0]?.received ?? 0).toBeGreaterThan(60_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(taken[0]?.received).toBeLessThan(400_000);
    await answer.body?.cancel();
  });
});

it('requests at the same time are counted separately', async () => {
  const { origin } = await echo();
  const { recorded, taken } = recorder();
  const sizes = Array.from({ length: 40 }, (_, index) => index * 7 + 1);
  await Promise.all(
    sizes.map(async (size) => (await recorded(origin, { method: 'POST', body: 'x'.repeat(size) })).text()),
  );
  expect(taken.map(({ sent }) => sent)).toEqual(sizes);
  expect(taken.map(({ received }) => received)).toEqual(sizes);
  expect(taken.every(({ ends }) => ends.length === 1 && ends[0] === 'answered')).toBe(true);
});

describe('an answer that has no body by its status', () => {
  it.each([204, 205, 304])(
    'of %d is passed on as it is, even if a browser gives it a body',
    async (status) => {
      const answer = Object.defineProperty(new Response(''), 'status', { value: status });
      const { recorded, taken } = recorder(() => Promise.resolve(answer));
      expect(await recorded('http://localhost/api/catalog')).toBe(answer);
      expect(taken[0]?.ends).toEqual(['answered']);
    },
  );
});
