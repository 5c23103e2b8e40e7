/** Ends the HTTP server without failing a request. */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';

/** Time for running requests to end after a signal. Milliseconds. */
export const DRAIN_MS = 20_000;

/**
 * A proxy sends other people's requests over idle connections, and repeats only some of them if the connection closes.
 * It must close its idle ones itself before this time. Milliseconds.
 */
export const PROXY_IDLE_MS = 5_000;

/** Browsers repeat a request if an idle connection closes under it. Milliseconds. */
export const DIRECT_IDLE_MS = 250;

/** A turn of the event loop shorter than this had almost nothing to do. Milliseconds. */
const QUIET_TURN_MS = 0.5;
/** Longest wait for such a turn. Milliseconds. */
const QUIET_PATIENCE_MS = 250;

export interface DrainTimes {
  /** How long idle connections stay open: {@link PROXY_IDLE_MS} or {@link DIRECT_IDLE_MS}. */
  idle: number;
  /** When everything left is cut off: {@link DRAIN_MS}. */
  most: number;
}

/**
 * Prepares a server for shutdown; call it before adding other request listeners.
 *
 * @returns a function that shuts it down. New connections are refused, so that a balancer uses another copy. Requests
 *   on open connections are answered, each as its connection's last. Idle connections are closed after `times.idle`.
 *   Resolves when none is left.
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
    // Data may have arrived unread while the server was busy; such a connection is not idle.
    await quietTurn();
    server.closeIdleConnections();
    // Browsers open connections in advance; Node does not count them as idle.
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
    // Their connections become idle later, since they were not told to close.
    await Promise.race([ended, Promise.all([...underWay].map(over))]);
    const grace = setTimeout(() => void closeIdle(), idle);
    await ended;
    clearTimeout(grace);
    clearTimeout(last);
  };
}

/**
 * Stops listening and resolves when no connection is left. The HTTP server's own `close` would end idle connections at
 * once (Node 19 and later) and lose requests on their way.
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
 * Resolves right after an almost idle turn of the event loop. In such a turn, waiting connections were accepted and
 * their data was read; the system resets connections still waiting when the server stops listening.
 */
async function quietTurn(): Promise<void> {
  const begun = performance.now();
  // Until the end of the current turn, which has already checked for connections.
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
