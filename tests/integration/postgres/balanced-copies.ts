/** Three copies of the server on one PostgreSQL behind nginx with the configuration of `deploy/`. */
import { afterEach, beforeEach } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { startNginx } from '../../../scripts/nginx.ts';
import type { Nginx } from '../../../scripts/nginx.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { WITHOUT_LIMITS, caller, useServerProcesses } from '../../support/server/server-processes.ts';
import type { Reachable } from '../../support/server/harness.ts';
import type { TestPlace } from '../../support/server/test-database.ts';

export const COPIES = 3;

export interface BalancedCopies {
  /** Through nginx, as people reach the copies. */
  balanced: () => Reachable;
  /** One copy directly. */
  copy: (index: number) => Reachable;
  /** Stops a copy and waits until it is gone. */
  takeAway: (index: number, signal: NodeJS.Signals) => Promise<void>;
  /** Starts the copy again, and waits until it is ready. */
  bringBack: (index: number) => Promise<void>;
  place: () => TestPlace;
  /** The logs of nginx and of every copy that has run. */
  logged: () => Promise<string>;
}

export function balancedCopies(): BalancedCopies {
  const { start, place } = useServerProcesses();
  let nginx: Nginx;
  let origin: string;
  let ports: number[];
  let running: ServerProcess[];
  let started: ServerProcess[];

  const launch = async (index: number): Promise<ServerProcess> => {
    const env = { ...WITHOUT_LIMITS, PUBLIC_ORIGIN: origin, TRUSTED_PROXIES: '1', WAYSTAMP_DEMO: '1' };
    for (;;) {
      try {
        const server = await start({ port: portOf(index), env });
        started.push(server);
        return server;
      } catch (error) {
        // A busy machine may be too slow to start it in time; compose restarts a copy as well.
        if (!String(error).includes('due to connection timeout')) throw error;
      }
    }
  };
  const portOf = (index: number): number => {
    const port = ports[index];
    if (port === undefined) throw new Error(`there is no copy ${index}`);
    return port;
  };

  beforeEach(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    ports = [];
    while (ports.length < COPIES) ports.push(await freePort());
    started = [];
    // All at once, on an empty database.
    running = await Promise.all(ports.map((_port, index) => launch(index)));
    nginx = await startNginx({ copies: ports, port });
  });
  afterEach(() => nginx.stop());

  const at = (address: string): Reachable => caller({ origin: address });
  return {
    balanced: () => at(origin),
    copy: (index) => at(`http://localhost:${portOf(index)}`),
    takeAway: async (index, signal) => {
      await running[index]?.kill(signal);
    },
    bringBack: async (index) => {
      running[index] = await launch(index);
    },
    place,
    logged: async () => [await nginx.output(), ...started.map((server) => server.output())].join('\n'),
  };
}
