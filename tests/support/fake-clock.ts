import type { Clock } from '../../worker/clock.ts';
import { abortReason } from '../../worker/clock.ts';

/** Idle turns of the event loop after which time moves on to the next sleeper. */
const IDLE_TURNS = 20;

interface Sleeper {
  at: number;
  wake: () => void;
}

/** A clock that advances only when everybody sleeps. */
export class FakeClock implements Clock {
  /** Every requested wait, in milliseconds, in order. */
  readonly slept: number[] = [];
  #now: number;
  #sleepers: Sleeper[] = [];
  #pumping = false;
  #busy = 0;

  constructor(start = Date.UTC(2026, 4, 4, 10)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Lets time pass without a sleeper. */
  advance(ms: number): void {
    this.#now += ms;
  }

  /** Stops time until this work has ended. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work;
    } finally {
      this.#busy -= 1;
    }
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(ms);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(abortReason(signal));
        return;
      }
      const sleeper: Sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(abortReason(signal));
      });
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    let idle = 0;
    const turn = (): void => {
      if (this.#sleepers.length === 0) {
        this.#pumping = false;
        return;
      }
      idle = this.#busy > 0 ? 0 : idle + 1;
      if (idle > IDLE_TURNS) {
        idle = 0;
        this.#sleepers.sort((a, b) => a.at - b.at);
        const next = this.#sleepers.shift();
        if (next !== undefined) {
          this.#now = Math.max(this.#now, next.at);
          next.wake();
        }
      }
      setImmediate(turn);
    };
    setImmediate(turn);
  }
}
