import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';

/** HTTP servers of a test, on loopback. */
export interface Loopback {
  /** Starts one on a free port. @returns its origin */
  listen(answer: RequestListener): Promise<string>;
  /** Ends them all, with their connections. */
  close(): void;
}

export function createLoopback(): Loopback {
  const servers: Server[] = [];
  return {
    async listen(answer) {
      const server = createServer(answer);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      return `http://127.0.0.1:${address.port}`;
    },
    close() {
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
