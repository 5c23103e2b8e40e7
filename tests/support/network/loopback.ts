import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';

export interface LoopbackServer {
  origin: string;
  /** The number of requests so far. */
  asked: () => number;
}

/** HTTP servers for a test, on loopback; `answers.ts` has their answers. */
export interface Loopback {
  /** Starts one on a free port. */
  listen(answer: RequestListener): Promise<LoopbackServer>;
  /** Ends them all, with their connections. */
  close(): Promise<void>;
}

export function createLoopback(): Loopback {
  const servers: Server[] = [];
  return {
    async listen(answer) {
      let asked = 0;
      const server = createServer((request, response) => {
        asked += 1;
        answer(request, response);
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      return { origin: `http://127.0.0.1:${address.port}`, asked: () => asked };
    },
    async close() {
      await Promise.all(
        servers.splice(0).map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}
