import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FULL, REBUILD, digestsOf, judge, readRecords } from '../../../scripts/testing/long-runs.ts';

function runNamed(name: string) {
  const run = FULL.find((candidate) => candidate.name === name);
  if (run === undefined) throw new Error(`There is no long run ${name}.`);
  return run;
}

describe('a long run that depends only on its sources', () => {
  const run = runNamed('hostile mails');
  const digests = digestsOf(run);

  it('is short while its sources match the recorded run', () => {
    const records = { [run.name]: { day: '2026-11-22', digests } };
    expect(judge(run, records)).toMatchObject({
      due: false,
      why: 'short: all that decides it is as in the full run of 2026-11-22',
    });
  });

  it('is due when a source has changed, and says where', () => {
    const before = { ...digests, worker: '0'.repeat(64) };
    expect(judge(run, { [run.name]: { day: '2026-11-22', digests: before } })).toMatchObject({
      due: true,
      why: 'in full: since that of 2026-11-22, worker changed',
    });
  });

  it('is due when it is to be longer than before', () => {
    const before = { ...digests, length: '{"WAYSTAMP_EVIDENCE_INPUTS":"10"}' };
    expect(judge(run, { [run.name]: { day: '2026-11-22', digests: before } })).toMatchObject({
      due: true,
      why: 'in full: since that of 2026-11-22, length changed',
    });
  });

  it('is due when it was never recorded', () => {
    expect(judge(run, {})).toMatchObject({ due: true, why: 'in full: there is no record of it' });
  });
});

describe('the sources of a long run', () => {
  it.each([
    ['hostile mails', ['mail/dkim/verify.ts', 'catalog/booking-words.ts', 'package-lock.json']],
    [
      'hostile requests',
      [
        'server/main.ts',
        'server/psi/round2-thread.ts',
        'server/database/migrations/0000_accounts.sql',
        'psi-wasm/pkg/simd.wasm',
        'tests/integration/web/fuzz/requests.ts',
        'package-lock.json',
      ],
    ],
    ['large mailbox', ['tests/integration/scan/large-mbox-scan.ts', 'worker/mailbox/mbox.ts']],
    ['fuzz', ['psi-wasm/fuzz/fuzz_targets/forge.rs', 'psi-wasm/src/server.rs', 'psi-wasm/fuzz/Cargo.lock']],
  ])('%s include every file that it reaches', (name, files) => {
    expect(runNamed(name).sources()).toEqual(expect.arrayContaining(files));
  });

  it('include nothing that it does not reach', () => {
    const files = runNamed('hostile mails').sources();
    expect(files.filter((file) => /^(src|server|node_modules)\/|ledger/.test(file))).toEqual([]);
  });

  it('include nothing installed or built, so that a fresh clone has the same', () => {
    const tracked = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n');
    for (const run of [REBUILD, ...FULL])
      expect(run.sources().filter((file) => !tracked.includes(file))).toEqual([]);
  });

  it('of the rebuilt module include the committed package', () => {
    expect(REBUILD.sources()).toContain('psi-wasm/pkg/scalar.wasm');
  });
});

it('the record names only runs that exist', () => {
  const names = [REBUILD, ...FULL].map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(readRecords())));
});
