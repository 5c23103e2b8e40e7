import { Pool } from 'pg';
import type { PoolClient } from 'pg';

/** PostgreSQL's code for too many connections (Appendix A of its manual); the caller gets 503. */
const TOO_MANY_CONNECTIONS = '53300';

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/**
 * `pg`'s pool with two limits that it lacks. Its queue is bounded: a query that finds it full fails at once. And a
 * connection that closes while it is lent leaves the pool. Drizzle does not return the connection on which a
 * transaction's `begin` failed, so ten such failures would otherwise leave none.
 */
export class BoundedPool extends Pool {
  readonly #mostWaiting: number;

  /** @param mostWaiting queries that may wait for a connection */
  constructor(config: ConstructorParameters<typeof Pool>[0], mostWaiting: number) {
    super(config);
    this.#mostWaiting = mostWaiting;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  // The pool's own queries come here with a callback (pg-pool).
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (this.waitingCount >= this.#mostWaiting) {
      const full = Object.assign(new Error('Too many queries wait for a connection.'), {
        code: TOO_MANY_CONNECTIONS,
      });
      if (callback === undefined) return Promise.reject(full);
      callback(full, undefined, () => undefined);
      return undefined;
    }
    return callback === undefined ? this.#lend() : super.connect(callback);
  }

  /** A connection that is returned by `release()` or by closing; the second of the two does nothing. */
  async #lend(): Promise<PoolClient> {
    const client = await super.connect();
    const giveBack = client.release.bind(client);
    const closed = (): void => client.release(true);
    client.release = (unusable) => {
      client.off('end', closed);
      client.release = () => undefined;
      giveBack(unusable);
    };
    client.once('end', closed);
    return client;
  }
}
