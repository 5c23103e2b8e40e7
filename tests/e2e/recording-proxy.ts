/** An HTTP proxy that records everything that passes through it: a second witness beside the app's own ledger. */
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: URL;
  /** Bytes of the bodies on the wire, without transfer coding. */
  sent: number;
  received: number;
  /** The page that asked; empty when the browser did not say. */
  referer: string;
  /** The answer's content encoding; undefined when JavaScript gets the same bytes. */
  contentEncoding: string | undefined;
}

export interface RecordingProxy {
  /** The value for `--proxy-server`. */
  address: string;
  /** Requests in the order in which their answers ended. */
  seen: Seen[];
  /** Requests that have not ended. */
  underway(): number;
  /** Hosts for which a tunnel was requested; none is opened. */
  tunnels: string[];
  /** Answers this path itself from now on. */
  replace(path: string, type: string, body: string): void;
  close(): Promise<void>;
}

export async function startRecordingProxy(): Promise<RecordingProxy> {
  const seen: Seen[] = [];
  const tunnels: string[] = [];
  const replaced = new Map<string, { type: string; body: string }>();
  let underway = 0;
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', `http://${incoming.headers.host ?? ''}`);
    const record: Seen = {
      method: incoming.method ?? '',
      url,
      sent: 0,
      received: 0,
      referer: incoming.headers.referer ?? '',
      contentEncoding: undefined,
    };
    underway += 1;
    outgoing.on('close', () => {
      underway -= 1;
      seen.push(record);
    });
    const instead = replaced.get(url.pathname);
    if (instead !== undefined) {
      outgoing
        .writeHead(200, { 'content-type': instead.type, 'cache-control': 'no-cache' })
        .end(instead.body);
      return;
    }
    const { hostname, port, pathname, search } = url;
    const onward = send(
      { hostname, port, path: pathname + search, method: record.method, headers: incoming.headers },
      (answer) => {
        record.contentEncoding = answer.headers['content-encoding'];
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.on('data', (chunk: Buffer) => (record.received += chunk.length));
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.on('data', (chunk: Buffer) => (record.sent += chunk.length));
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket) => {
    tunnels.push(incoming.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    underway: () => underway,
    tunnels,
    replace: (path, type, body) => void replaced.set(path, { type, body }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
