/** Answers of a test server, good and bad. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders, RequestListener } from 'node:http';

export const answerWith =
  (status: number, body: string | Uint8Array = '', headers: OutgoingHttpHeaders = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

export const answerJson = (
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): RequestListener =>
  answerWith(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Redirects the caller. */
export const redirectTo = (status: number, location: string): RequestListener =>
  answerWith(status, '', { location });

/** One answer for each request in order; the last one repeats. */
export function inTurn(...answers: readonly RequestListener[]): RequestListener {
  let turn = 0;
  return (request, response) => {
    answers[Math.min(turn++, answers.length - 1)]?.(request, response);
  };
}

/** Never answers, and keeps the connection open. */
export const silent: RequestListener = () => undefined;

/** Closes the connection without an answer. */
export const cut: RequestListener = (request) => void request.socket.destroy();

/** Stops after these bytes and keeps the connection open. */
export const stalled =
  (begun: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-length': begun.length + 1 }).write(begun);

/** Closes the connection after these bytes of an answer. */
export const brokenOff =
  (begun: string): RequestListener =>
  (_request, response) =>
    void response
      .writeHead(200, { 'content-length': begun.length + 1 })
      .write(begun, () => response.destroy());

/** What a server was sent. */
export interface Received {
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Reads each request to its end, keeps it, then answers. */
export const keepRequests =
  (kept: Received[], then: RequestListener): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      kept.push({ method: request.method ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      then(request, response);
    });
  };
