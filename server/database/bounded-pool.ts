import { Pool } from 'pg';
import type { PoolClient } from 'pg';

/** PostgreSQL's own code when its connections are used up (Appendix A of its manual): the caller hears 503. */
const TOO_MANY_CONNECTIONS = '53300';

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/**
 * `pg`'s pool with two bounds that it lacks. Its queue has an end: what comes when that is full fails at once. And a
 * connection that closes while somebody has it is no longer one of the pool's: Drizzle does not give back the one on
 * which a transaction's `begin` failed, so that ten such moments would leave none.
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
  // Queries of the pool itself come through here, with a callback (pg-pool).
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

  /** A connection that goes back by `release()`, or by closing; whichever comes second does nothing. */
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
