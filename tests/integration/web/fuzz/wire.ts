/** Sends requests byte for byte, also invalid ones, and waits for an answer or the end of the connection. */
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FuzzRequest } from './requests.ts';

/** Far longer than any answer takes on a busy machine, so reaching it means that the server hangs. Milliseconds. */
const DEADLINE_MS = 30_000;
/** Pieces of a body that is sent slowly, and the pause before each. Milliseconds. */
const PIECES = 4;
const PAUSE_MS = 5;

export interface FuzzAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

/** How a request ended. With no answer, the connection was closed. */
export type Ending = { kind: 'answered'; answer: FuzzAnswer } | { kind: 'closed' } | { kind: 'hung' };

export interface Wire {
  send(request: FuzzRequest): Promise<Ending>;
  /** Sends bytes on a new connection, and then ends it. @returns everything that was received */
  sendBytes(bytes: Uint8Array): Promise<{ hung: boolean; received: Buffer }>;
  close(): void;
}

export function createWire(origin: string): Wire {
  const { hostname, port } = new URL(origin);
  const kept = new Agent({ keepAlive: true, maxSockets: 64 });

  return {
    close: () => kept.destroy(),

    send: ({ method, target, headers, body, delivery }) => {
      const attempt = (agent: Agent | false): Promise<Ending> =>
        new Promise<Ending>((resolve) => {
          const length =
            body === null || delivery === 'chunked' ? {} : { 'content-length': lengthOf(body, delivery) };
          const sending = httpRequest(
            { agent, hostname, port, method, path: target, headers: { ...headers, ...length } },
            (incoming) => {
              const chunks: Buffer[] = [];
              incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
              incoming.once('error', closed);
              incoming.once('end', () => {
                const answer = {
                  status: incoming.statusCode ?? 0,
                  headers: incoming.headers,
                  body: Buffer.concat(chunks),
                };
                settle({ kind: 'answered', answer });
              });
            },
          );
          const timer = setTimeout(() => settle({ kind: 'hung' }), DEADLINE_MS);
          const settle = (ending: Ending): void => {
            clearTimeout(timer);
            if (ending.kind === 'hung' || delivery === 'cut off') sending.destroy();
            resolve(ending);
          };
          // The server may close a kept connection while it is used again (RFC 9112 9.3.1). Then a new connection must
          // work.
          const closed = (): void => {
            if (!sending.reusedSocket || delivery === 'cut off') settle({ kind: 'closed' });
            else void attempt(false).then(settle);
          };
          sending.once('error', closed);
          if (body === null) sending.end();
          else if (delivery === 'slow')
            void drip(body, (piece) => sending.write(piece)).then(() => sending.end());
          else if (delivery === 'cut off') {
            sending.write(body);
            void wait(PAUSE_MS).then(() => sending.destroy());
          } else sending.end(body);
        });
      return attempt(kept);
    },

    sendBytes: (bytes) =>
      new Promise((resolve) => {
        const chunks: Buffer[] = [];
        const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
        const timer = setTimeout(() => settle(true), DEADLINE_MS);
        const settle = (hung: boolean): void => {
          clearTimeout(timer);
          socket.destroy();
          resolve({ hung, received: Buffer.concat(chunks) });
        };
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.once('error', () => settle(false));
        socket.once('close', () => settle(false));
        socket.once('end', () => settle(false));
        socket.end(bytes);
      }),
  };
}

/** The announced length. A body that is cut off announces more bytes than it sends. */
function lengthOf(body: Uint8Array, delivery: FuzzRequest['delivery']): number {
  return delivery === 'cut off' ? body.length + 100 : body.length;
}

async function drip(body: Uint8Array, write: (piece: Uint8Array) => void): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / PIECES));
  for (let at = 0; at < body.length; at += size) {
    await wait(PAUSE_MS);
    write(body.subarray(at, at + size));
  }
}
