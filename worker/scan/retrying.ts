import type { RetryOptions } from '../mailbox/batch.ts';
import type { ScanContext } from './context.ts';

/** The attempts of a scan's requests; a wait is told to the person. */
export function retryOptions({ clock, signal, random, progress }: ScanContext): RetryOptions {
  return {
    clock,
    signal,
    random,
    onWait: (ms) => {
      const seconds = Math.ceil(ms / 1_000);
      const unit = seconds === 1 ? 'second' : 'seconds';
      progress.update(
        { activity: `The mail server did not answer. Trying again in ${seconds} ${unit}` },
        { now: true },
      );
    },
  };
}
