import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrain } from '../../../server/web/drain.ts';
import { createHttpServer } from '../../../server/web/http-server.ts';
import { turns, turnsUntil } from '../../support/turns.ts';

/** Time passes only when the test advances it. */
const TIMES = { idle: 1_000, most: 20_000 };
const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** A server that has stopped listening, and a connection on which it has answered this many requests. */
async function draining(
  requests: number,
): Promise<{ ended: Promise<unknown>; socket: Socket; text: () => string }> {
  const server = createHttpServer();
  const drain = createDrain(server);
  server.on('request', (_request, response) => response.end('answered'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  const closed = once(socket, 'close');
  await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
  for (let answered = 1; answered <= requests; answered += 1) {
    socket.write(REQUEST);
    await once(socket, 'data');
  }
  const ended = Promise.all([drain(TIMES), closed]);
  await turnsUntil(() => !server.listening);
  return { ended, socket, text: () => text };
}

describe.each([
  ['opened ahead of need', 0],
  ['used before', 1],
])('a connection %s, to a server that drains', (_name, requests) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gets answers to requests that arrived before the server had time to read them', async () => {
    const { ended, socket, text } = await draining(requests);
    // The system has the request at once; the server sees it only in the next turn of the event loop.
    socket.write(REQUEST);
    vi.advanceTimersByTime(TIMES.idle);
    await ended;
    expect(text().match(/answered/g)).toHaveLength(requests + 1);
    expect(text()).toMatch(/connection: close\r\n.*answered$/is);
  });

  it('is closed after this long without a request', async () => {
    const { ended, socket } = await draining(requests);
    vi.advanceTimersByTime(TIMES.idle - 1);
    await turns(10);
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(1);
    await ended;
  });
});
