import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port of loopback that nothing listens on, for a program that is told its port before it starts. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
