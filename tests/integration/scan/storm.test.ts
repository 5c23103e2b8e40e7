import { IDBFactory } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import type { LoggedEvidence } from '../../../worker/records.ts';
import { factsOf } from '../../../worker/vector/index.ts';
import { faultLayer } from '../../support/mailbox/faults.ts';
import { openDemo } from '../../support/mailbox/demo-provider.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { demoScanner } from './demo-scanner.ts';
import { KINDS, Weather } from './weather.ts';

/**
 * The number of injected faults; the soak run sets 10,000. Planted mistakes in the scan (a mail given up at its first
 * refusal, a repeated page token followed, a whole batch fetched again for one mail) were found within 28 to 80.
 */
const FAULTS = Number(process.env['WAYSTAMP_STORM_FAULTS'] ?? 600);
/** More pauses than this in one scan mean that it makes no progress. */
const MOST_PAUSES = 2_000;
/** Short pages, so that listings have many of them; longer ones where every mail is listed. */
const PAGE_SIZE = 3;
const THOROUGH_PAGE_SIZE = 60;

const RATES = [0.1, 0.25, 0.4, 0.55];
/** The probability that a mail has vanished since it was listed. */
const VANISHING = 0.02;

const PAUSE = { code: 'fetch_attempts_reached', message: 'Max fetch attempts reached' };
const EXPIRED = { code: 'token_expired' };

/** The findings, as lines that do not depend on how a mail was read. */
function lines(evidence: readonly LoggedEvidence[]): string[] {
  return evidence
    .map(({ messageId, event, tier, reason, subject, from }) =>
      [messageId, event, tier, reason ?? '', subject, from].join(' | '),
    )
    .toSorted();
}

function facts(evidence: readonly LoggedEvidence[]): string[] {
  return factsOf(evidence, { interests: [], events: [] }, CATALOG, null).map(({ id }) => id);
}

it('a scan through any faults ends with the same facts as one without, and no resume fetches anything twice', async () => {
  const weather = new Weather();
  let now = Date.now;
  const demo = await openDemo({ beforeMailbox: faultLayer(weather.plan, () => now()), now: () => now() });
  const calm = await demoScanner(demo);
  await calm.scan();
  const expected = await calm.evidence();
  expect(expected.length).toBeGreaterThan(20);
  const { mails } = await demo.mailbox();

  const tally = { scans: 0, pauses: 0, fetched: 0, fakeHours: 0 };
  for (let run = 0; weather.total < FAULTS; run++) {
    const seed = `storm ${run}`;
    const random = createRandom(seed);
    const vanished = new Set(mails.filter(() => random.chance(VANISHING)).map(({ id }) => id));
    weather.begin({ seed, rate: RATES[run % RATES.length] ?? 0, vanished });
    const device = { factory: new IDBFactory(), clock: new FakeClock(Date.now()) };
    now = () => device.clock.now();
    const started = now();

    const thorough = run % 5 === 4;
    const options = { weather, pageSize: thorough ? THOROUGH_PAGE_SIZE : PAGE_SIZE, device };
    let scanner = await demoScanner(demo, options);
    let progress = await scanner.scan({ thorough });
    for (let pauses = 0; progress.phase !== 'done' && pauses < MOST_PAUSES; pauses++) {
      expect(progress.phase).toBe('paused');
      expect([PAUSE, EXPIRED]).toContainEqual(
        expect.objectContaining(progress.error?.code === EXPIRED.code ? EXPIRED : PAUSE),
      );
      tally.pauses += 1;
      // Every other time the page was reloaded in between: only the device's storage remains.
      if (pauses % 2 === 1) scanner = await demoScanner(demo, options);
      weather.resume();
      progress = await scanner.scan({ thorough });
    }
    expect(progress).toMatchObject({ phase: 'done', unreadable: 0 });

    const still = expected.filter(({ messageId }) => !vanished.has(messageId));
    const found = await scanner.evidence();
    expect(lines(found)).toEqual(lines(still));
    expect(facts(found)).toEqual(facts(still));
    const twice = [...weather.delivered].filter(
      ([target, times]) => times > 1 && !/\/profile\?/.test(target),
    );
    expect(twice).toEqual([]);
    tally.scans += 1;
    tally.fetched += weather.delivered.size;
    tally.fakeHours += (now() - started) / 3_600_000;
  }

  for (const kind of KINDS) expect.soft(weather.injected.get(kind) ?? 0, kind).toBeGreaterThan(0);
  console.info({ faults: weather.total, ...tally, byKind: Object.fromEntries(weather.injected) });
}, 1_800_000);
