/**
 * The HTTP server under the app: time limits for sending a request, and answers to malformed ones, in the form of the
 * app's own errors.
 */
import { STATUS_CODES, createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError, getRequestListener } from '@hono/node-server';
import type { Log } from '../operator/contract.ts';
import { describeError } from '../operator/describe-error.ts';

/** Time limits for a client, in milliseconds. */
export interface SendingTimes {
  headers: number;
  /** The whole request, its body included. */
  request: number;
  /** Interval between checks of connections. */
  check: number;
}

/** Longer than any honest client needs over a bad network. */
const SENDING_TIMES: SendingTimes = { headers: 20_000, request: 60_000, check: 5_000 };

/**
 * The party that reuses connections must be the one that closes them, or a request meets the closing. So this is longer
 * than balancers keep theirs (60 seconds by default). Milliseconds.
 */
const KEEP_ALIVE_MS = 75_000;

/** Closes the connection too, since the rest of an unreadable request may follow on it. */
const HEADERS = {
  connection: 'close',
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
const UNREADABLE = bodyOf('The request is not valid.');

/** Node's codes for requests that the app cannot answer (nodejs.org/api/http.html, clientError). */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** An HTTP server; the caller adds the listener and the address. */
export function createHttpServer(times: SendingTimes = SENDING_TIMES): Server {
  const server = createServer({
    headersTimeout: times.headers,
    requestTimeout: times.request,
    connectionsCheckingInterval: times.check,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node's own refusal has no body; the listener below uses our form.
    requireHostHeader: false,
  });
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => answering.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket);
    // A request is answered once: not in the middle of its answer, and not again for its remaining bytes.
    const answered = response?.headersSent === true && !(response.writableFinished && response.req.complete);
    if (!socket.writable || answered) {
      socket.destroy();
      return;
    }
    const status = STATUSES[error.code ?? ''] ?? 400;
    const body = status === 400 ? UNREADABLE : bodyOf(`${STATUS_CODES[status]}.`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
    for (const [name, value] of Object.entries(HEADERS)) head.push(`${name}: ${value}`);
    head.push(`content-length: ${Buffer.byteLength(body)}`);
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
  server.on('checkExpectation', (_request, response) => {
    refuse(response, 417, bodyOf(`${STATUS_CODES[417]}.`));
  });
  return server;
}

/**
 * Passes requests to the app.
 *
 * @param hostname for HTTP/1.0 requests without a Host header
 */
export function appListener(
  app: { fetch: (request: Request, env: object) => Response | Promise<Response> },
  hostname: string,
  log: Log,
): RequestListener {
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    hostname,
    errorHandler: (error) => {
      if (error instanceof RequestError) return new Response(UNREADABLE, { status: 400, headers: HEADERS });
      log.error(describeError(error), 'a request failed outside the app');
      const body = bodyOf('Something went wrong on the server. Please try again.');
      return new Response(body, { status: 500, headers: HEADERS });
    },
  });
  return (request, response) => {
    // RFC 9112 3.2
    if (request.headers.host === undefined && request.httpVersion !== '1.0') {
      refuse(response, 400, UNREADABLE);
    } else {
      void listener(request, response);
    }
  };
}

function refuse(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body) }).end(body);
}

function bodyOf(error: string): string {
  return JSON.stringify({ error });
}
