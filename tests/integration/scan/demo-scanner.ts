import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { KnownKey } from '../../../mail/dkim/key-validity.ts';
import { CATALOG } from '../../../catalog/index.ts';
import type { Demo } from '../../../server/demo/index.ts';
import type { ScanProgress } from '../../../worker/contract.ts';
import { PAGE_SIZE } from '../../../worker/mailbox/gmail.ts';
import { createGmailMailbox, createQuota } from '../../../worker/mailbox/index.ts';
import type { LoggedEvidence } from '../../../worker/records.ts';
import { runScan } from '../../../worker/scan/index.ts';
import type { ScanOptions } from '../../../worker/scan/index.ts';
import { openStore } from '../../../worker/store/index.ts';
import { ownerToken } from '../../support/mailbox/demo-provider.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import type { Weather } from './weather.ts';

/** Scans a demo mailbox on a new device, over the demo's routes, with a simulated clock. */
export interface DemoScanner {
  scan: (changes?: Partial<ScanOptions>) => Promise<ScanProgress>;
  evidence: () => Promise<LoggedEvidence[]>;
  /** The findings, as lines that do not depend on the source. */
  findings: () => Promise<string[]>;
  /** Quota units spent so far. */
  units: () => number;
}

export interface DemoScannerOptions {
  /** The weather with which the demo was opened, so that time can pass while it makes a call hang. */
  weather?: Weather;
  /** The most mails in a page of a listing; Gmail's own limit when left out. */
  pageSize?: number;
  /** The device's databases and its clock; new ones when left out. */
  device?: { factory: IDBFactory; clock: FakeClock };
}

export async function demoScanner(
  demo: Demo,
  { weather, pageSize = PAGE_SIZE, device }: DemoScannerOptions = {},
): Promise<DemoScanner> {
  const { factory, clock } = device ?? { factory: new IDBFactory(), clock: new FakeClock(Date.now()) };
  const { token } = await ownerToken(demo);
  const store = await openStore(factory);
  const ask: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (Number(url.searchParams.get('maxResults')) > pageSize) {
      url.searchParams.set('maxResults', String(pageSize));
    }
    const answer = Promise.resolve(demo.routes.request(url.href, init));
    await clock.during(Promise.race([answer, ...(weather ? [weather.silence(url.pathname)] : [])]));
    return answer;
  };
  const mailbox = createGmailMailbox({
    baseUrl: 'http://demo.example/gmail/v1/users/me',
    token: () => token,
    fetch: ask,
    clock,
    quota: createQuota({ clock, unitsPerMinute: Infinity }),
  });
  const lookup = async (name: string): Promise<KnownKey[]> => {
    const domain = name.slice(name.indexOf('._domainkey.') + '._domainkey.'.length);
    return (await demo.dkimKeys(domain)).filter((key) => key.name === name);
  };
  const evidence = async (): Promise<LoggedEvidence[]> => (await store.get('evidence')) ?? [];
  return {
    scan: (changes = {}) =>
      runScan({
        mailbox,
        source: 'account',
        fileName: null,
        thorough: false,
        store,
        catalog: CATALOG,
        lookup,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        onFacts: () => undefined,
        clock,
        random: () => 0,
        locks: undefined,
        ...changes,
      }),
    evidence,
    findings: async () =>
      (await evidence())
        .map(({ event, tier, reason, subject, from }) =>
          [event, tier, reason ?? '', subject, from].join(' | '),
        )
        .toSorted(),
    units: () => mailbox.quota.spent.units,
  };
}
