/**
 * The archive of DKIM keys between a DNS server on loopback and the worker. Schedule, database and route are the
 * product's; the worker's verifier checks mail with the route's answer.
 */
import { Hono } from 'hono';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import type { Catalog } from '../../../catalog/index.ts';
import { createDkimKeys } from '../../../server/catalog/dkim-keys.ts';
import { createPublishedCatalogs } from '../../../server/catalog/published.ts';
import { dkimRoutes } from '../../../server/catalog/routes.ts';
import type { Database } from '../../../server/database/open.ts';
import { dkimKeys, dkimLookUps, dkimRemovals } from '../../../server/database/dkim-schema.ts';
import { createDkimArchive } from '../../../server/dkim/archive.ts';
import type { DkimArchive } from '../../../server/dkim/archive.ts';
import { createDkimRemovals } from '../../../server/dkim/removals.ts';
import type { DkimRemovals } from '../../../server/dkim/removals.ts';
import { createTxtResolver } from '../../../server/dkim/resolver.ts';
import { createDkimSchedule } from '../../../server/dkim/schedule.ts';
import type { DkimSchedule } from '../../../server/dkim/schedule.ts';
import type { DomainKeys } from '../../../server/dkim/contract.ts';
import type { Log } from '../../../server/operator/contract.ts';
import { createServerApi } from '../../../worker/client/api.ts';
import { createHttp } from '../../../worker/client/http.ts';
import { createSignatureKeys } from '../../../worker/evidence/signature-keys.ts';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { bytes, signMail } from '../../support/mail/reference-signer.ts';
import type { TestKey } from '../../support/mail/test-keys.ts';
import { startDns } from '../../support/network/dns.ts';
import type { DnsServer } from '../../support/network/dns.ts';
import { openTestDatabase } from '../../support/server/test-database.ts';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/**
 * The limit for one try. A busy machine must not look like a silent server; tests of silence set a shorter limit.
 * Milliseconds.
 */
const TIMEOUT_MS = 5_000;
const START = Date.UTC(2026, 0, 10, 12);

const MAIL = [
  'From: Devcon <tickets@devcon.org>',
  'To: robin@mail.example',
  'Subject: Your ticket',
  'Date: Mon, 11 Nov 2024 10:00:00 +0000',
  '',
  'See you at the venue.',
  '',
].join('\r\n');

/** A mail of devcon.org, signed with this key under `selector._domainkey.devcon.org`. */
export function mailSignedWith({ privateKey }: Pick<TestKey, 'privateKey'>, selector: string): Uint8Array {
  return bytes(signMail(MAIL, { key: privateKey, tags: { d: 'devcon.org', s: selector } }));
}

/**
 * The verdict of the worker's verifier on a mail's topmost signature, with the keys that a server returns.
 *
 * @param receivedAt when the mail was received; now when left out
 *
 * @param catalog with the keys that the device has itself
 */
export async function verdict(
  server: { request(path: string): Promise<Response> },
  mail: Uint8Array,
  receivedAt?: Date,
  catalog: Catalog = CATALOG,
): Promise<{ status: string | undefined; reason: string | undefined }> {
  const send: typeof fetch = (input) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return server.request(pathname + search);
  };
  const api = createServerApi(createHttp({ origin: 'http://localhost', fetch: send }));
  const keys = createSignatureKeys((domain) => api.dkimKeys(domain));
  const [result] = await verifyDkim(mail, keys.forScan(catalog, new AbortController().signal), receivedAt);
  return { status: result?.status, reason: result?.reason };
}

export interface Setting {
  dns: DnsServer;
  database: Database;
  archive: DkimArchive;
  removals: DkimRemovals;
  /** Level, fields and message of every logged line. */
  logged: Record<string, unknown>[];
  /** Milliseconds since the epoch. */
  clock: { now: number };
  /** Milliseconds that a DNS server may be silent; each query is sent twice. */
  timeoutMs: number;
  /** Another copy of the server's schedule over the same database. `round` runs the first one. */
  copy(domains?: readonly string[]): DkimSchedule;
  round(when?: 'at start' | 'hourly'): ReturnType<DkimSchedule['round']>;
  /** Moves the clock on by a day and runs a round. */
  nextDay(): Promise<void>;
  request(path: string): Promise<Response>;
  answer(domain: string): Promise<DomainKeys>;
  /** Restores the state after opening. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** @param catalog whose keys the route serves; only `domains` are looked up, to save time */
export async function openSetting(
  domains: readonly string[] = ['devcon.org'],
  catalog: Catalog = CATALOG,
): Promise<Setting> {
  const dns = await startDns();
  const { database, remove } = await openTestDatabase();
  const published = createPublishedCatalogs(database.db);
  await published.publish(catalog);
  const archive = createDkimArchive(database.db);
  const removals = createDkimRemovals(database.db);
  const clock = { now: START };
  const logged: Record<string, unknown>[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, ...fields, message });
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const app = new Hono().route(
    '/api/dkim',
    dkimRoutes(
      createDkimKeys({
        archive,
        removals,
        catalog: () => catalog,
        published,
        demoKeys: null,
        now: () => clock.now,
      }),
    ),
  );
  const request = async (path: string): Promise<Response> => app.request(path);
  const copy = (of: readonly string[] = domains): DkimSchedule =>
    createDkimSchedule({
      archive,
      domains: async () => of,
      shippedNames: () => catalog.events.flatMap((event) => event.dkimKeys.map(({ name }) => name)),
      resolver: () => createTxtResolver([dns.address], setting.timeoutMs),
      log,
      now: () => clock.now,
    });
  let first = copy();
  const setting: Setting = {
    dns,
    database,
    archive,
    removals,
    logged,
    clock,
    timeoutMs: TIMEOUT_MS,
    copy,
    round: (when = 'hourly') => first.round(when),
    nextDay: async () => {
      clock.now += DAY_MS;
      await first.round('hourly');
    },
    request,
    answer: async (domain) =>
      (await request(`/api/dkim/keys?domain=${domain}`)).json() as Promise<DomainKeys>,
    reset: async () => {
      await first.stop();
      first = copy();
      await database.db.delete(dkimKeys);
      await database.db.delete(dkimLookUps);
      await database.db.delete(dkimRemovals);
      dns.zone.clear();
      dns.asked.length = 0;
      dns.otherwise = { rcode: 'NXDOMAIN' };
      dns.delay = 0;
      logged.length = 0;
      clock.now = START;
      setting.timeoutMs = TIMEOUT_MS;
    },
    close: async () => {
      await first.stop();
      await dns.close();
      await database.close();
      await remove();
    },
  };
  return setting;
}

export const SIGNERS = signerDomains(CATALOG);
