import { Pool } from 'pg';
import type { PoolClient } from 'pg';

/** PostgreSQL's own code when its connections are used up (Appendix A of its manual): the caller hears 503. */
const TOO_MANY_CONNECTIONS = '53300';

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/**
 * `pg`'s pool with a queue that has an end: it lets any number of queries wait for a connection. What comes when the
 * queue is full fails at once.
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
    return callback === undefined ? super.connect() : super.connect(callback);
  }
}
