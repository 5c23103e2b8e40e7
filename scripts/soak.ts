/** `npm run test:soak`: what takes too long for `npm test`, which runs a short form of the same tests. */
import { fuzz } from './fuzz.ts';
import { conclude, missing, part, succeeds, sum, vitest } from './parts.ts';

const KILLS = { WAYSTAMP_KILLS: '50' };
const POSTMASTER_KILLS = 'tests/integration/postgres/postmaster-kills.test.ts';

await part('fuzz', () =>
  succeeds('cargo', ['--version']) ? fuzz() : missing('NOTHING WAS FUZZED: cargo is not on this machine.'),
);
await part('faults', () =>
  vitest('integration', ['tests/integration/scan/storm.test.ts'], { WAYSTAMP_STORM_FAULTS: '10000' }),
);
await part('large mailbox', () =>
  vitest('integration', ['tests/integration/scan/large-mbox.test.ts'], { WAYSTAMP_LARGE_MBOX_MB: '2048' }),
);
await part('kills', () =>
  sum([
    vitest('integration', ['tests/integration/server/kills.test.ts'], KILLS),
    vitest('postgres', ['tests/integration/server/kills.test.ts', POSTMASTER_KILLS], KILLS),
  ]),
);
await part('copies', () =>
  vitest('postgres', ['tests/integration/postgres/take-downs.test.ts'], { WAYSTAMP_TAKE_DOWNS: '5' }),
);
await part('signed mails', () =>
  vitest('unit', ['tests/unit/evidence/dkim-differential.test.ts'], { WAYSTAMP_DKIM_MAILS: '10000' }),
);
await part('hostile mails', () =>
  vitest('unit', ['tests/unit/evidence/robustness.test.ts'], { WAYSTAMP_EVIDENCE_INPUTS: '100000' }),
);
await part('hostile requests', () =>
  vitest('integration', ['tests/integration/server/fuzz/fuzz.test.ts'], { WAYSTAMP_FUZZ_REQUESTS: '100000' }),
);
conclude();
