import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Server } from 'node:http';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { appListener, createHttpServer } from '../../../server/web/http-server.ts';
import type { SendingTimes } from '../../../server/web/http-server.ts';

const logged: string[] = [];
const write = (fields: object, message: string): void => {
  logged.push(JSON.stringify({ ...fields, message }));
};
const log = { debug: write, info: write, warn: write, error: write };

const app = new Hono()
  // If the caller hung up, nobody receives this.
  .onError((_error, context) => context.text('', 400))
  .get('/', (context) => context.text('served'))
  .post('/', async (context) => context.text(await context.req.text()));

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  logged.length = 0;
});

async function listen(
  times?: SendingTimes,
  answering: Parameters<typeof appListener>[0] = app,
): Promise<number> {
  const made = createHttpServer(times).on('request', appListener(answering, 'localhost', log));
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return (made.address() as AddressInfo).port;
}

/**
 * The server's limits have no effect until the returned function is called. They are so short that an honest request on
 * a busy machine would exceed them.
 */
function suspendCutOff(): () => void {
  if (server === undefined) throw new Error('There is no server.');
  const { headersTimeout, requestTimeout } = server;
  const suspended = Object.assign(server, { headersTimeout: 0, requestTimeout: 0 });
  return () => void Object.assign(suspended, { headersTimeout, requestTimeout });
}

/** Sends these bytes and nothing more, and gives what arrives until the server closes. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return received(socket);
}

async function received(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

/** The status of an answer that is an error in our form; undefined for any other. */
function refusalIn(answer: string): number | null {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  const guarded =
    /content-type: application\/json/i.test(head) && /x-content-type-options: nosniff/i.test(head);
  if (status === undefined || !guarded) return null;
  const { error } = JSON.parse(body) as { error: string };
  return /^[A-Z].+\.$/.test(error) ? Number(status) : null;
}

describe('a client that never finishes its request', () => {
  const SHORT: SendingTimes = { headers: 50, request: 100, check: 20 };
  const SHORT_HEADERS: SendingTimes = { headers: 50, request: 600_000, check: 20 };
  it.each([
    ['says nothing of it after its first line', 'GET / HTTP/1.1\r\n', SHORT_HEADERS],
    ['stops amid its headers', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ', SHORT_HEADERS],
    ['stops amid its body', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"a":', SHORT],
    [
      'stops amid a chunk',
      'POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n64\r\n{"a":',
      SHORT,
    ],
  ])(
    'and %s is cut off with an error, while others are served',
    async (_name, bytes, times) => {
      const port = await listen(times);
      const cutOff = suspendCutOff();
      const stalled = exchange(port, bytes);
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('served');
      cutOff();
      expect(refusalIn(await stalled)).toBe(408);
      // Without our limits, Node's own would end the connection after a minute.
    },
    20_000,
  );

  it('and sends it very slowly is cut off as well', async () => {
    const port = await listen(SHORT);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n');
    const dripping = setInterval(() => socket.write('x'), 10);
    const answer = await received(socket);
    clearInterval(dripping);
    expect(refusalIn(answer)).toBe(408);
  });
});

describe('input that is not a request', () => {
  it.each([
    ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['a host that is none', 'GET / HTTP/1.1\r\nconnection: close\r\nhost: [::1\r\n\r\n', 400],
    ['a backslash in its path', 'GET /\\evil HTTP/1.1\r\nconnection: close\r\nhost: localhost\r\n\r\n', 400],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'an expectation of its own',
      'GET / HTTP/1.1\r\nconnection: close\r\nhost: a\r\nexpect: tea\r\n\r\n',
      417,
    ],
  ])('(%s) is refused with a message', async (_name, bytes, status) => {
    const port = await listen();
    expect(refusalIn(await exchange(port, bytes))).toBe(status);
  });

  it('is answered once, and its unreadable rest is not answered', async () => {
    const port = await listen();
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /nothing HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      socket.write('no size\r\n');
    }
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 404']);
  });

  it('never ends up inside an answer that has begun', async () => {
    const slow = new Hono().post('/', (context) =>
      context.body(
        new ReadableStream({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode('begun'));
            // The rest of the request is read, and found invalid, before the answer ends.
            await context.req.text().catch(() => undefined);
          },
        }),
      ),
    );
    const port = await listen(undefined, slow);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      socket.write('no size\r\n');
    }
    expect(text).toContain('begun');
    expect(text).not.toContain('not valid');
  });
});

describe('a fault outside the app', () => {
  it('is logged, and reported without its details', async () => {
    const broken = {
      fetch: () => Promise.reject(new TypeError('/secret/path')),
    };
    const port = await listen(undefined, broken);
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: 'Something went wrong on the server. Please try again.' });
    expect(logged.join('\n')).toContain('a request failed outside the app');
    expect(logged.join('\n')).not.toContain('/secret/path');
  });
});
