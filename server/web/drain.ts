/** How the HTTP server ends without failing a request (DESIGN 7, graceful shutdown). */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';

/** Requests under way may end within this time after a signal. Milliseconds. */
export const DRAIN_MS = 20_000;

/**
 * A proxy sends other people's requests over connections that were idle, and only some of them again when the
 * connection closes under them. It has to close its idle ones by itself before this time. Milliseconds.
 */
export const PROXY_IDLE_MS = 5_000;

/** Browsers send a request again when a connection that was idle closes under it. Milliseconds. */
export const DIRECT_IDLE_MS = 250;

/** A turn of the event loop that took less had next to nothing to do. Milliseconds. */
const QUIET_TURN_MS = 0.5;
/** How long such a turn is waited for. Milliseconds. */
const QUIET_PATIENCE_MS = 250;

export interface DrainTimes {
  /** How long idle connections stay open: {@link PROXY_IDLE_MS} or {@link DIRECT_IDLE_MS}. */
  idle: number;
  /** When whatever is left is cut off: {@link DRAIN_MS}. */
  most: number;
}

/**
 * Readies a server for its end; to be called before it has other listeners for requests.
 *
 * @returns ends it: new connections are refused, so that a balancer goes on to another copy. Requests on open
 *   connections are answered, each as its connection's last. Connections that stay idle are closed after
 *   `times.idle`. Resolves when none is left.
 */
export function createDrain(server: Server): (times: DrainTimes) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let draining = false;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (draining) response.setHeader('connection', 'close');
  });

  const closeIdle = async (): Promise<void> => {
    // What came while the server was busy stands unread: its connection is not idle.
    await quietTurn();
    server.closeIdleConnections();
    // Browsers open connections ahead of need; Node does not count them as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };

  return async ({ idle, most }) => {
    draining = true;
    for (const response of underWay) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
    await quietTurn();
    const ended = closed(server);
    const last = setTimeout(() => server.closeAllConnections(), most);
    // Their connections become idle later than the others: they were not told to close.
    await Promise.race([ended, Promise.all([...underWay].map(over))]);
    const grace = setTimeout(() => void closeIdle(), idle);
    await ended;
    clearTimeout(grace);
    clearTimeout(last);
  };
}

/**
 * Stops listening and resolves when no connection is left. Not the HTTP server's own `close`, which ends idle
 * connections at once (Node 19 and later): a request that is on its way on one of them would be lost.
 */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

function over(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once('close', () => resolve());
  });
}

/**
 * Resolves right after a turn of the event loop with next to nothing to do. Connections that were waiting were
 * accepted in it, and what had come on them was read; the system resets those that are still waiting when the server
 * stops listening.
 */
async function quietTurn(): Promise<void> {
  const begun = performance.now();
  // Up to the end of the present turn, which has looked for connections already.
  await turn();
  for (let last = performance.now(); ; last = performance.now()) {
    await turn();
    const now = performance.now();
    if (now - last < QUIET_TURN_MS || now - begun > QUIET_PATIENCE_MS) return;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
