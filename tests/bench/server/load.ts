/** Load on a server from this process: as fast as it answers, or at a steady rate that does not wait for answers. */
import { Agent, request } from 'node:http';
import type { Call } from '../../support/server/api-calls.ts';

/**
 * Idle connections are closed before the server would close them, which could coincide with a request. Milliseconds.
 */
const IDLE_MS = 2_000;

/** A server under load, reached over connections that stay open. */
export interface Load {
  /**
   * Keeps this many calls running until all are answered.
   *
   * @returns calls a second
   *
   * @throws when an answer is not 200
   */
  closed(calls: readonly Call[], underWay: number): Promise<number>;
  /**
   * Sends the calls at a steady rate, whether or not earlier ones were answered. A call's time counts from when it
   * was due, so that a server that falls behind cannot hide it.
   *
   * @returns the time of each call, in milliseconds
   * @throws when an answer is not 200
   */
  open(calls: readonly Call[], callsPerSecond: number): Promise<number[]>;
  close(): void;
}

export function createLoad(origin: string, connections: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_MS });
  const { hostname, port } = new URL(origin);

  const send = ({ method, path, headers, body }: Call): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, method, path, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.once('error', reject);
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${path}: ${answer.statusCode} ${Buffer.concat(pieces).toString()}`));
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });

  return {
    async closed(calls, underWay) {
      const begun = performance.now();
      let next = 0;
      const worker = async (): Promise<void> => {
        for (let call = calls[next++]; call !== undefined; call = calls[next++]) await send(call);
      };
      await Promise.all(Array.from({ length: underWay }, worker));
      return (calls.length * 1_000) / (performance.now() - begun);
    },
    async open(calls, callsPerSecond) {
      const begun = performance.now();
      const timed = calls.map(async (call, index) => {
        const due = begun + (index * 1_000) / callsPerSecond;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        await send(call);
        return performance.now() - due;
      });
      return Promise.all(timed);
    },
    close: () => agent.destroy(),
  };
}
