/** A scan that is cancelled while it reads a mail that is made to take long ends at once: counted, not timed. */
import { describe, expect, it } from 'vitest';
import { HOSTILE_SHAPES } from '../../../worker/bench/mails/hostile-mails.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { Clock } from '../../../worker/clock.ts';
import { SEPARATOR } from '../../support/mail/mbox-text.ts';
import { fixture } from '../../support/scan/scan-fixture.ts';

const SIZE = 300_000;
/** Looks at the clock that may still come once a cancel is on its way: one slice's, and those of the scan's end. */
const FEW = 12;
/** Every look at the clock is later than a slice may last: each step lets others have their turn. */
const TICK_MS = 20;

function countingClock(onLook: (looks: number) => void): { clock: Clock; looks: () => number } {
  let looks = 0;
  const now = (): number => {
    looks += 1;
    onLook(looks);
    return looks * TICK_MS;
  };
  return { clock: { ...systemClock, now }, looks: () => looks };
}

const mailboxOf = (mail: Uint8Array<ArrayBuffer>): Blob => new Blob([`${SEPARATOR}\r\n`, mail, '\r\n\r\n']);

describe.each(HOSTILE_SHAPES.map((shape) => [shape.name, shape] as const))(
  'in a mail of “%s”',
  (_, { mail }) => {
    it('a cancel is let through in the middle, and the mail is left undone', async () => {
      const file = mailboxOf(mail(SIZE));
      const calm = countingClock(() => undefined);
      expect(await (await fixture()).scanFile(file, { clock: calm.clock })).toMatchObject({
        phase: 'done',
        mailsRead: 1,
      });
      expect(calm.looks()).toBeGreaterThan(2 * FEW);

      const middle = Math.floor(calm.looks() / 2);
      const controller = new AbortController();
      // As the page's message does, it waits for a turn of the event loop.
      const { clock, looks } = countingClock((look) => {
        if (look === middle) setImmediate(() => controller.abort());
      });
      const { scanFile, store } = await fixture();
      const ended = await scanFile(file, { clock, signal: controller.signal });
      expect(ended).toMatchObject({ phase: 'cancelled', mailsRead: 0 });
      expect(looks() - middle).toBeLessThanOrEqual(FEW);
      expect((await store.get('checkpoint'))?.file).toMatchObject({ offset: 0, state: 'cancelled' });
    });
  },
);
