import { beforeAll, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { SIZED_TRAVEL } from '../../../server/demo/mailbox/demo-case.ts';
import { GMAIL_UNITS_PER_MINUTE } from '../../../worker/mailbox/quota.ts';
import { factsOf } from '../../../worker/vector/index.ts';
import { deliverTravel, openCostedDevice } from '../../support/scan/costs.ts';
import type { CostedDevice, ScanCost } from '../../support/scan/costs.ts';
import type { MeteredCall } from '../../support/scan/metered-device.ts';
import { openDemo } from '../../support/mailbox/demo-provider.ts';

const MAILS = 10_000;
const NO_CHOICES = { interests: [], events: [] };

/** The most units that reached the provider in any 60 s, including both ends. */
function mostInAMinute(calls: readonly MeteredCall[]): number {
  let most = 0;
  let inWindow = 0;
  let first = 0;
  for (const { at, units } of calls) {
    inWindow += units;
    for (let oldest = calls[first]; oldest !== undefined && oldest.at < at - 60_000; oldest = calls[++first])
      inWindow -= oldest.units;
    most = Math.max(most, inWindow);
  }
  return most;
}

async function evidenceOf({ store }: CostedDevice): Promise<string[]> {
  const evidence = (await store.get('evidence')) ?? [];
  return evidence
    .map(({ messageId, event, tier, reason }) => [messageId, event, tier, reason].join(' | '))
    .toSorted();
}

async function factsIn({ store }: CostedDevice): Promise<string[]> {
  const evidence = (await store.get('evidence')) ?? [];
  return factsOf(evidence, NO_CHOICES, CATALOG, null).map(({ id }) => id);
}

describe(`a mailbox of ${MAILS} mails, ${SIZED_TRAVEL} of them travel`, () => {
  let thorough: CostedDevice;
  let quick: CostedDevice;
  let cost: Record<'thorough' | 'quick' | 'repeated' | 'repeatedThorough', ScanCost>;
  let found: Record<'thorough' | 'quick', { evidence: string[]; facts: string[] }>;

  beforeAll(async () => {
    const demo = await openDemo({ mails: MAILS });
    thorough = await openCostedDevice(demo);
    quick = await openCostedDevice(demo);
    const first = { thorough: await thorough.scan(true), quick: await quick.scan(false) };
    found = {
      thorough: { evidence: await evidenceOf(thorough), facts: await factsIn(thorough) },
      quick: { evidence: await evidenceOf(quick), facts: await factsIn(quick) },
    };
    await deliverTravel(demo, 10);
    cost = { ...first, repeated: await quick.scan(false), repeatedThorough: await thorough.scan(true) };
  }, 600_000);

  it('gives the same findings in a default scan as in a thorough one, for at most 1,500 units', () => {
    expect(new Set(found.quick.evidence.map((line) => line.split(' ')[0])).size).toBe(SIZED_TRAVEL);
    expect(found.quick).toEqual(found.thorough);
    expect(found.quick.facts.length).toBeGreaterThanOrEqual(8);
    expect(cost.quick.units).toBeLessThanOrEqual(1_500);
  });

  it('has every header read by a thorough scan', () => {
    expect(thorough.calls.length).toBeGreaterThan(MAILS);
    expect(cost.thorough.units).toBeGreaterThan(MAILS * 20);
  });

  it('is scanned again for at most 300 units when ten travel mails have arrived', async () => {
    expect(cost.repeated.units).toBeLessThanOrEqual(300);
    expect(cost.repeatedThorough.units).toBeLessThanOrEqual(300);
    for (const device of [quick, thorough])
      expect((await evidenceOf(device)).length).toBe(found.quick.evidence.length + 10);
  });

  it('never costs more than Gmail allows in any minute, and little less when there is much to do', () => {
    expect(mostInAMinute(thorough.calls)).toBeLessThanOrEqual(GMAIL_UNITS_PER_MINUTE);
    const minutes = cost.thorough.budgetMs / 60_000;
    // The first minute's budget is spent at once, before any time has passed.
    expect(cost.thorough.units / (minutes + 1)).toBeGreaterThan(0.9 * GMAIL_UNITS_PER_MINUTE);
  });
});
