/** What a server of a test answers with, and how it fails to. */
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

/** Sends the caller on. */
export const redirectTo = (status: number, location: string): RequestListener =>
  answerWith(status, '', { location });

/** The first answer to the first request, and so on; the last one to all that follow. */
export function inTurn(...answers: readonly RequestListener[]): RequestListener {
  let turn = 0;
  return (request, response) => {
    answers[Math.min(turn++, answers.length - 1)]?.(request, response);
  };
}

/** Nothing comes, over a connection that stays. */
export const silent: RequestListener = () => undefined;

/** The connection ends without an answer. */
export const cut: RequestListener = (request) => void request.socket.destroy();

/** The answer stops after these bytes, over a connection that stays. */
export const stalled =
  (begun: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-length': begun.length + 1 }).write(begun);

/** The connection ends after these bytes of an answer. */
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

/** Keeps each request, read to its end, and answers it then. */
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
