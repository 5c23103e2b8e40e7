import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Demo } from '../../../server/demo/index.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { ScanRequest } from '../../../worker/contract.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import { DATABASE_NAME } from '../../../worker/store/index.ts';
import { openMeteredDevice } from '../../support/scan/metered-device.ts';
import type { MeteredDevice } from '../../support/scan/metered-device.ts';
import { openDemo } from '../../support/mailbox/demo-provider.ts';
import { storedIn } from '../../support/stored.ts';

/** Allowed growth above the baseline after three rounds that read some 20 MB of mail each, in MB. */
const MARGIN_MB = 8;
const ROUNDS = 3;
/** A shorter line may occur in a header by chance. */
const SHORTEST_LINE = 20;

let demo: Demo;
let file: ScanRequest['source'];

beforeAll(async () => {
  demo = await openDemo();
  const download = await demo.routes.request('/demo/mailbox.mbox');
  file = { kind: 'file', file: await download.blob(), name: 'mailbox.mbox' };
});

const openDevice = (): Promise<MeteredDevice> =>
  openMeteredDevice(demo, { clock: systemClock, provider: 'demo' });

async function scan(
  { scanner }: MeteredDevice,
  source: ScanRequest['source'],
  thorough: boolean,
): Promise<void> {
  expect(await scanner.scan({ source, thorough })).toMatchObject({ phase: 'done', unreadable: 0 });
}

/** Everything in the database as JSON, with its keys. Bytes appear as characters. */
async function everythingKept({ factory }: MeteredDevice): Promise<string> {
  const kept = await storedIn(factory, DATABASE_NAME);
  return JSON.stringify(kept, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
}

/** Lines of the text of all mails that no mail has in its header. */
async function bodyLines(): Promise<string[]> {
  const mails = await Promise.all((await demo.mailbox()).mails.map(({ raw }) => parseMail(raw)));
  const headers = mails.map(({ subject, from, to }) => `${subject}\n${from}\n${to}`).join('\n');
  const lines = mails
    .flatMap(({ parts }) => parts.flatMap((part) => part.split('\n')))
    .map((line) => line.trim().slice(0, 200));
  return [...new Set(lines)].filter((line) => line.length >= SHORTEST_LINE && !headers.includes(line));
}

/**
 * Memory in use when nothing more can be collected, in MB. V8 frees collected buffers in the background and counts them
 * as used until it has done so. The next collection waits for that.
 */
function leastInUse(collect: () => void): number {
  let least = Infinity;
  for (;;) {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external >= least) return least / 1_048_576;
    least = heapUsed + external;
  }
}

describe('after a scan', () => {
  it('the database contains no line of the text of any mail', async () => {
    const lines = await bodyLines();
    expect(lines.length).toBeGreaterThan(400);
    const needles = lines.map((line) => JSON.stringify(line).slice(1, -1));
    for (const source of [{ kind: 'account' } as const, file]) {
      for (const thorough of [false, true]) {
        const device = await openDevice();
        await scan(device, source, thorough);
        const kept = await everythingKept(device);
        expect(kept).toContain('Devcon SEA: your ticket to Bangkok');
        expect(needles.filter((needle) => kept.includes(needle))).toEqual([]);
      }
    }
  });

  it(`memory returns to the baseline, within ${MARGIN_MB} MB`, async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const device = await openDevice();
    const usedAfterRound = async (): Promise<number> => {
      await scan(device, { kind: 'account' }, false);
      await scan(device, file, false);
      await device.store.clear();
      // What the last turn released is collected only after it.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return leastInUse(collect);
    };
    const baseline = await usedAfterRound();
    let after = baseline;
    for (let round = 0; round < ROUNDS; round++) after = await usedAfterRound();
    expect(after - baseline).toBeLessThan(MARGIN_MB);
  });
});
