import { expect, it } from 'vitest';
import { seededFaults, USUAL_FAULTS } from '../../../server/demo/index.ts';
import type { Fault, FaultPlan } from '../../../server/demo/index.ts';
import { demoScanner, openDemo } from './demo-scanner.ts';

/** How many faults are injected in all; the soak run asks for 10,000. */
const FAULTS = Number(process.env['WAYSTAMP_STORM_FAULTS'] ?? 600);
/** More pauses than this in one scan would mean that it does not get on. */
const MOST_PAUSES = 400;

const EXPIRING: readonly Fault[] = [...USUAL_FAULTS, { kind: 'expired' }];
const RATES = [0.1, 0.25, 0.4, 0.55];

it('a scan through any weather ends with the evidence of a calm one, resumed whenever it pauses', async () => {
  let plan: FaultPlan = () => null;
  let injected = 0;
  const demo = await openDemo({
    faults: (call) => {
      const fault = plan(call);
      if (fault !== null) injected += 1;
      return fault;
    },
  });
  const calm = await demoScanner(demo);
  await calm.scan();
  const expected = await calm.findings();
  expect(expected.length).toBeGreaterThan(20);

  const isOver = (): boolean => injected >= FAULTS;
  for (let run = 0; !isOver(); run++) {
    plan = seededFaults(
      `storm ${run}`,
      RATES[run % RATES.length] ?? 0,
      run % 3 === 0 ? EXPIRING : USUAL_FAULTS,
    );
    const thorough = run % 5 === 2;
    const scanner = await demoScanner(demo);
    const reasons = new Set<string | undefined>();
    let progress = await scanner.scan({ thorough });
    for (let pauses = 0; progress.phase !== 'done' && pauses < MOST_PAUSES; pauses++) {
      reasons.add(progress.error?.code);
      progress = await scanner.scan({ thorough });
    }
    expect(progress).toMatchObject({ phase: 'done', unreadable: 0 });
    expect(['fetch_attempts_reached', 'token_expired']).toEqual(expect.arrayContaining([...reasons]));
    expect(await scanner.findings()).toEqual(expected);
  }
}, 1_800_000);
