import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import { dkimKeys } from '../../../server/database/dkim-schema.ts';
import { createKeyring } from '../../../server/demo/mailbox/keyring.ts';
import type { DomainKeys } from '../../../server/dkim/contract.ts';
import { ED25519 } from '../../support/mail/test-keys.ts';
import { startDns } from '../../support/network/dns.ts';
import type { DnsServer } from '../../support/network/dns.ts';
import { mailSignedWith, verdict } from './dkim-setting.ts';
import { openTestServer, withTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

const GOOGLE_CLIENT_ID = '123-abc.apps.googleusercontent.com';
const STALE = 'the DKIM key archive is stale';
const UP_TO_DATE = 'the DKIM key archive is up to date';

const logOf = (server: TestServer): string => server.logged.join('\n');
const keysOf = async (server: TestServer, domain: string): Promise<DomainKeys> =>
  (await server.request(`/api/dkim/keys?domain=${domain}`)).json() as Promise<DomainKeys>;
const until = (line: string, server: TestServer): Promise<void> =>
  vi.waitFor(() => expect(logOf(server)).toContain(line), { timeout: 60_000 });

const { privateKey, selector } = createKeyring().signingKey('devcon');
const demoMail = mailSignedWith({ privateKey }, selector);

describe('a server', () => {
  let dns: DnsServer;
  let server: TestServer;
  beforeAll(async () => {
    dns = await startDns();
    dns.zone.set('google._domainkey.devcon.org', { txt: [ED25519.record] });
    server = await openTestServer({ env: { DNS_SERVERS: dns.address } });
    await until(UP_TO_DATE, server);
  });
  afterAll(async () => {
    await server.close();
    await dns.close();
  });

  it('looks up every signer domain at its start, and verifies with what it learned', async () => {
    const domains = new Set(dns.asked.map(({ name }) => name.split('._domainkey.')[1] ?? ''));
    expect(domains).toEqual(new Set(signerDomains(CATALOG)));
    await expect(verdict(server, mailSignedWith(ED25519, 'google'))).resolves.toMatchObject({
      status: 'pass',
    });
    await expect(keysOf(server, 'devcon.org')).resolves.toMatchObject({ stale: false });
  });

  it('sends no query because of a request', async () => {
    const before = dns.asked.length;
    for (const domain of [...signerDomains(CATALOG), 'example.com', 'drawn._domainkey.devcon.org']) {
      await server.request(`/api/dkim/keys?domain=${domain}&selector=drawn-at-random`);
    }
    await expect(verdict(server, mailSignedWith(ED25519, 'drawn-at-random'))).resolves.toMatchObject({
      status: 'permerror',
    });
    expect(dns.asked).toHaveLength(before);
  });

  it('in demo mode verifies with demo keys, which never enter its archive', async () => {
    await expect(verdict(server, demoMail)).resolves.toMatchObject({ status: 'pass' });
    const archived = await server.database.db.select({ record: dkimKeys.record }).from(dkimKeys);
    expect(archived).toEqual([{ record: ED25519.record }]);
  });
});

describe('a server with a Google client id', () => {
  it('verifies no mail that is signed with a demo key', async () => {
    await withTestServer({ env: { GOOGLE_CLIENT_ID } }, async (server) => {
      await expect(verdict(server, demoMail)).resolves.toEqual({
        status: 'permerror',
        reason: 'There is no key for this signature',
      });
      for (const domain of signerDomains(CATALOG)) {
        expect((await keysOf(server, domain)).keys).toEqual([]);
      }
    });
  });
});

describe('a server without an answer from DNS', () => {
  it('starts at once, and says that its archive is stale', async () => {
    const dns = await startDns();
    dns.otherwise = 'silent';
    const server = await openTestServer({ env: { DNS_SERVERS: dns.address } });
    try {
      expect((await server.request('/readyz')).status).toBe(200);
      await until(STALE, server);
      expect(logOf(server)).not.toContain(UP_TO_DATE);
      await expect(keysOf(server, 'lu.ma')).resolves.toMatchObject({ lastLookUp: null, stale: true });
    } finally {
      await server.close();
      await dns.close();
    }
  });
});

describe('a server that stops', () => {
  it('sends no more DNS queries', async () => {
    const dns = await startDns();
    dns.delay = 20;
    const server = await openTestServer({ env: { DNS_SERVERS: dns.address } });
    await vi.waitFor(() => expect(dns.asked).not.toEqual([]), { timeout: 60_000 });
    await server.close();
    const before = dns.asked.length;
    // Enough time for many more queries if they had not been cancelled.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(dns.asked).toHaveLength(before);
    expect(logOf(server)).not.toContain('could not be brought up to date');
    await dns.close();
  });
});
