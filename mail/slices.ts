/** Awaited between the steps of long work; rejects once the work is no longer wanted, and from then on. */
export type Slice = () => Promise<void>;

/** For work that nobody interrupts. */
export const inOneGo: Slice = () => Promise.resolve();

/** Work that yields after every step of a few milliseconds, and so need not be asynchronous to be interrupted. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all steps at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does the steps with a slice between them. @throws what `slice` rejects with */
export async function inSlices<T>(steps: Steps<T>, slice: Slice): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await slice();
  }
}
