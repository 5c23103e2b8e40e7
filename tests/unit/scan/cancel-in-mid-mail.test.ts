/** A scan that is cancelled inside a hostile mail ends at once. Steps are counted, not timed. */
import { describe, expect, it } from 'vitest';
import { HOSTILE_SHAPES } from '../../../worker/bench/mails/hostile-mails.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { Clock } from '../../../worker/clock.ts';
import { SEPARATOR } from '../../support/mail/mbox-text.ts';
import { fixture } from '../../support/scan/scan-fixture.ts';

const SIZE = 300_000;
/** Readings of the clock that may still follow a cancel: those of one slice and of the scan's end. */
const FEW = 12;
/** Each reading of the clock is later than a slice may last, so that each step gives way to other work. */
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
    it('a cancel takes effect in the middle, and the mail stays unread', async () => {
      const file = mailboxOf(mail(SIZE));
      const calm = countingClock(() => undefined);
      expect(await (await fixture()).scanFile(file, { clock: calm.clock })).toMatchObject({
        phase: 'done',
        mailsRead: 1,
      });
      expect(calm.looks()).toBeGreaterThan(2 * FEW);

      const middle = Math.floor(calm.looks() / 2);
      const controller = new AbortController();
      // Waits for a turn of the event loop, as a message from the page does.
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
