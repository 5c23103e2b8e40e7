/**
 * What a scan costs by the size of the mailbox: units of Gmail's quota, requests, bytes, and the time imposed by the
 * budget of 6,000 units a minute. The clock jumps to the next waiter, so a wait for the budget takes no real time; the
 * provider answers at once.
 */
import type { Demo } from '../../../server/demo/index.ts';
import { measurement, type Measurement } from '../../../worker/measurement.ts';
import { FakeClock } from '../fake-clock.ts';
import { openDemo } from '../mailbox/demo-provider.ts';
import { openMeteredDevice } from './metered-device.ts';
import type { MeteredDevice } from './metered-device.ts';

const SIZES = [1_000, 10_000, 100_000];
/** Mails that arrive before the repeated scan. All are about travel, which costs most. */
const NEW_MAILS = 10;

export interface ScanCost {
  units: number;
  requests: number;
  /** Bytes of the answers. */
  bytes: number;
  /** Waits for the budget, in milliseconds by the fake clock. */
  budgetMs: number;
  /** Computing time in milliseconds, provider and in-memory database included. */
  realMs: number;
}

/** A device with Gmail's budget, whose time passes only while it waits. */
export interface CostedDevice extends MeteredDevice {
  scan(thorough: boolean): Promise<ScanCost>;
}

/** @throws when a scan fails, because its cost would be meaningless */
export async function openCostedDevice(demo: Demo): Promise<CostedDevice> {
  const clock = new FakeClock();
  const metered = await openMeteredDevice(demo, {
    clock,
    provider: 'google',
    hold: (work) => clock.during(work),
  });
  return {
    ...metered,
    async scan(thorough) {
      const { calls, scanner } = metered;
      const [before, started, begun] = [calls.length, clock.now(), performance.now()];
      const { phase } = await scanner.scan({ source: { kind: 'account' }, thorough });
      if (phase !== 'done') throw new Error(`The scan ended as ${phase}.`);
      const made = calls.slice(before);
      return {
        units: made.reduce((sum, { units }) => sum + units, 0),
        requests: made.length,
        bytes: made.reduce((sum, { bytes }) => sum + bytes, 0),
        budgetMs: clock.now() - started,
        realMs: performance.now() - begun,
      };
    },
  };
}

/** Delivers travel mail to the demo mailbox. */
export async function deliverTravel(demo: Demo, mails: number): Promise<void> {
  const store = await demo.mailbox();
  const newest = store.mails[0]?.receivedAt ?? 0;
  const raw = (index: number): string =>
    `From: DWeb <hello@dweb.example>\r\nTo: ${store.owner}\r\nSubject: DWeb Camp 2024, order ${index}\r\n\r\n` +
    'Your registration for DWeb Camp 2024. The badge waits at the venue.\r\n';
  await store.deliver(
    Array.from({ length: mails }, (_, index) => ({
      caseName: null,
      receivedAt: newest + (index + 1) * 60_000,
      labels: ['INBOX'],
      raw: new TextEncoder().encode(raw(index)),
    })),
  );
}

/** The four scans of each size: default and thorough, first and repeated with ten new mails. */
export async function costsBenchmark(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const mails of SIZES) {
    for (const thorough of [false, true]) {
      const demo = await openDemo({ mails });
      const device = await openCostedDevice(demo);
      const kind = thorough ? 'thorough' : 'default';
      const of = `${mails.toLocaleString('en')} mails, ${kind}`;
      measurements.push(...figures(`${of}, first`, await device.scan(thorough)));
      await deliverTravel(demo, NEW_MAILS);
      measurements.push(...figures(`${of}, repeated`, await device.scan(thorough)));
    }
  }
  return measurements;
}

function figures(name: string, cost: ScanCost): Measurement[] {
  const figure = (what: string, unit: string, value: number): Measurement =>
    measurement('scan', `${name}: ${what}`, unit, [value]);
  return [
    figure('quota', 'units', cost.units),
    figure('requests', 'requests', cost.requests),
    figure('answers', 'bytes', cost.bytes),
    figure('time under the budget', 's', cost.budgetMs / 1_000),
    figure('computing', 's', cost.realMs / 1_000),
  ];
}
