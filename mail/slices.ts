/** Awaited between the steps of long work. Rejects once the work is cancelled, and from then on. */
export type Slice = () => Promise<void>;

/** For work that is never interrupted. */
export const inOneGo: Slice = () => Promise.resolve();

/** Work that yields after every step of a few milliseconds, so that synchronous code can be interrupted. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Runs the steps with a slice between them.
 *
 * @throws what `slice` rejects with
 */
export async function inSlices<T>(steps: Steps<T>, slice: Slice): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await slice();
  }
}
