import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CATALOG, catalogSchema, publishable, signerDomains } from '../../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../../catalog/index.ts';
import { createCurrentCatalog } from '../../../server/catalog/current.ts';
import type { CurrentCatalog } from '../../../server/catalog/current.ts';
import { createHostedCatalog } from '../../../server/catalog/hosted-project.ts';
import { publishCatalog } from '../../../server/catalog/publish.ts';
import { createPublishedCatalogs } from '../../../server/catalog/published.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { Database } from '../../../server/database/open.ts';
import { runScript } from '../../support/run-script.ts';
import { answerWith, redirectTo } from '../../support/network/answers.ts';
import { openTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';
import { signKey, startPostgrest } from './postgrest.ts';
import type { Postgrest } from './postgrest.ts';
import { createSupabaseProject } from './supabase-project.ts';
import type { SupabaseProject } from './supabase-project.ts';

/** How often the server reads the project. Milliseconds. */
const REFRESH_MS = 300_000;

/** An event that the repo's catalog does not have. */
const REGATTA: CatalogEvent = {
  key: 'regatta',
  name: 'Regatta 2026',
  starts: '2026-08-01',
  ends: '2026-08-02',
  place: { name: 'Lucerne', coordinates: null },
  names: ['Regatta 2026'],
  senders: ['crew@regatta.example'],
  dkimKeys: [],
};

const { facts: _, ...DRAFT } = CATALOG;
const EDITED = CATALOG.events.map((event): CatalogEvent =>
  event.key === 'devcon'
    ? {
        ...event,
        name: 'Devcon, hosted',
        senders: [...event.senders, 'tickets.hosted.example'],
        dkimKeys: [
          { name: 's1._domainkey.tickets.hosted.example', record: 'v=DKIM1; p=AAAA', source: 'the seller' },
        ],
      }
    : event,
);

/** The organiser's changes to the catalog: a name, a ticket seller of their own, and an event. */
const HOSTED = publishable({ ...DRAFT, events: [...EDITED, REGATTA] }, CATALOG.facts);

let project: SupabaseProject;
let database: Database;
let owner: Client;
let postgrest: Postgrest;
const servers: TestServer[] = [];
beforeAll(async () => {
  project = await createSupabaseProject();
  database = await openDatabase({ url: project.url });
  owner = new Client({ connectionString: project.url });
  await owner.connect();
  postgrest = await startPostgrest(project.authenticatorUrl);
});
afterAll(async () => {
  await postgrest.close();
  await owner.end();
  await database.close();
  await project.postgres.stop();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await publishCatalog(database.db, HOSTED);
});
afterEach(async () => {
  vi.useRealTimers();
  postgrest.instead = null;
  for (const server of servers.splice(0)) await server.close();
});

async function open(): Promise<TestServer> {
  const server = await openTestServer({
    env: { SUPABASE_URL: postgrest.url, SUPABASE_ANON_KEY: postgrest.anonKey },
    domains: signerDomains(HOSTED),
  });
  servers.push(server);
  return server;
}

const OPERATOR = { name: CATALOG.organiser.name, contact: CATALOG.organiser.contact };

/** Only the part of the server that reads the project. */
function reader(url: string, anonKey: string): { current: CurrentCatalog; look: () => Promise<string> } {
  const logged: string[] = [];
  const write = (fields: object, message: string): void => {
    logged.push(JSON.stringify({ ...fields, message }));
  };
  const log = { debug: write, info: write, warn: write, error: write };
  const readHosted = createHostedCatalog({ url, anonKey }, OPERATOR, fetch);
  const current = createCurrentCatalog(CATALOG, readHosted, createPublishedCatalogs(database.db), log);
  return {
    current,
    look: async () => {
      await current.refresh();
      return logged.splice(0).join('\n');
    },
  };
}

async function served(server: TestServer): Promise<{ catalog: Catalog; hash: string }> {
  const organiser = (await (await server.request('/api/organisers/waystamp')).json()) as { catalog: string };
  const answer = await server.request(`/api/catalogs/${organiser.catalog}`);
  expect(answer.status).toBe(200);
  return { catalog: catalogSchema.parse(await answer.json()), hash: organiser.catalog };
}

/** Lets the server read the project again, and gives what it logged. */
async function refresh(server: TestServer): Promise<string> {
  const before = server.logged.length;
  vi.advanceTimersByTime(REFRESH_MS);
  const lines = (): string[] =>
    server.logged.slice(before).filter((line) => line.includes('the hosted project’s catalog'));
  await vi.waitUntil(() => lines().length > 0, { timeout: 20_000 });
  return lines().join('\n');
}

describe('the hosted project’s catalog', () => {
  it('is what the server serves, and its domains are those whose keys it answers', async () => {
    const server = await open();
    expect((await served(server)).catalog).toEqual(HOSTED);
    const keys = await server.request('/api/dkim/keys?domain=tickets.hosted.example');
    expect(await keys.json()).toMatchObject({
      keys: [{ name: 's1._domainkey.tickets.hosted.example', source: 'the seller' }],
    });
  });

  it('is read with the anonymous key, from the table of events only', async () => {
    postgrest.asked.length = 0;
    await open();
    expect(postgrest.asked.map(({ path }) => path).toSorted()).toEqual(['/rest/v1/catalog_events']);
    for (const { headers } of postgrest.asked) {
      expect(headers).toMatchObject({
        apikey: postgrest.anonKey,
        authorization: `Bearer ${postgrest.anonKey}`,
      });
    }
  });

  it('is not read when no project is configured', async () => {
    postgrest.asked.length = 0;
    const server = await openTestServer();
    servers.push(server);
    expect((await served(server)).catalog).toEqual(CATALOG);
    expect(postgrest.asked).toEqual([]);
  });

  it('has a hash that changes when the organiser changes the catalog, and at no other time', async () => {
    const server = await open();
    const first = await served(server);
    // An update moves the row behind the others; the catalog is unchanged.
    await owner.query(`update catalog_events set name = name where key = 'sigSingResident'`);
    await refresh(server);
    expect((await served(server)).hash).toBe(first.hash);

    await owner.query(`update catalog_events set name = 'Devcon, moved' where key = 'devcon'`);
    expect((await served(server)).hash).toBe(first.hash);
    await refresh(server);
    const second = await served(server);
    expect(second.hash).not.toBe(first.hash);
    expect(second.catalog.events.find(({ key }) => key === 'devcon')?.name).toBe('Devcon, moved');
    // People who got the first catalog can still read it, from every copy.
    expect((await server.request(`/api/catalogs/${first.hash}`)).status).toBe(200);
  });
});

describe('a project without the migration', () => {
  it('is read as before: the signers of an event become its senders', async () => {
    await owner.query(`alter table catalog_events add column signers text[] not null default '{}'`);
    await owner.query(
      `update catalog_events set senders = senders[1:1], signers = senders[2:] || senders[1:1] where key = 'devcon'`,
    );
    await postgrest.reload();
    const { current, look } = reader(postgrest.url, postgrest.anonKey);
    await look();
    expect(current.get()).toEqual(HOSTED);
    await owner.query('alter table catalog_events drop column signers');
    await postgrest.reload();
  });
});

describe('a project that cannot be reached', () => {
  it('leaves the repo’s catalog in use until the project answers', async () => {
    const page = { 'content-type': 'text/html' };
    postgrest.instead = answerWith(502, '<html><h1>502 Bad Gateway</h1></html>', page);
    const server = await open();
    expect((await served(server)).catalog).toEqual(CATALOG);
    const log = server.logged.join('\n');
    expect(log).toContain('cannot be used: the catalog in the repo stays in use');
    expect(log).toContain('502 Bad Gateway');
    expect(log).not.toContain(postgrest.anonKey);

    postgrest.instead = null;
    await refresh(server);
    expect((await served(server)).catalog).toEqual(HOSTED);
  });

  it('leaves the last catalog in use, with its ETag', async () => {
    const server = await open();
    const before = await served(server);
    postgrest.instead = answerWith(500);
    expect(await refresh(server)).toContain('cannot be used: the one that was read before stays in use');
    expect(await served(server)).toEqual(before);
  });

  it('is reported with the reason: nobody listens, or it redirects the server', async () => {
    const closed = await startPostgrest(project.authenticatorUrl);
    await closed.close();
    const other = await startPostgrest(project.authenticatorUrl, postgrest.anonKey);
    postgrest.instead = redirectTo(307, `${other.url}/rest/v1/catalog`);
    const readers = [closed, postgrest].map(({ url }) => reader(url, postgrest.anonKey));
    const [refused, redirected] = await Promise.all(readers.map(({ look }) => look()));
    expect(refused).toContain('ECONNREFUSED');
    expect(redirected).toContain('unexpected redirect');
    for (const { current } of readers) expect(current.get()).toEqual(CATALOG);
    expect(other.asked).toEqual([]);
    await other.close();
  });
});

describe('an error of the project', () => {
  /** The reason that the server logs after the owner ran these statements. The catalog stays as last read. */
  const reasonAfter = async (change: string, back: string): Promise<string> => {
    const { current, look } = reader(postgrest.url, postgrest.anonKey);
    await look();
    await owner.query(change);
    await postgrest.reload();
    const reason = await look();
    expect(current.get()).toEqual(HOSTED);
    await owner.query(back);
    await postgrest.reload();
    expect(await look()).not.toContain('cannot be used');
    return reason;
  };

  it.each([
    [
      'a missing privilege',
      'revoke select on catalog_events from anon',
      'grant select on catalog_events to anon',
      '42501: permission denied for table catalog_events',
    ],
    [
      'a missing table',
      'alter table catalog_events rename to gone',
      'alter table gone rename to catalog_events',
      `PGRST205: Could not find the table 'public.catalog_events' in the schema cache`,
    ],
    [
      'a missing column',
      'alter table catalog_events rename names to gone',
      'alter table catalog_events rename gone to names',
      'catalog_events.0.names: ',
    ],
  ])('is reported: %s', async (_name, change, back, reason) => {
    expect(await reasonAfter(change, back)).toContain(reason);
  });

  it('is reported: a statement that takes too long', async () => {
    const lock = 'begin; lock table catalog_events in access exclusive mode';
    expect(await reasonAfter(lock, 'rollback')).toContain(
      '57014: canceling statement due to statement timeout',
    );
  });

  it('is reported: a database that PostgREST cannot reach', async () => {
    const { look } = reader(postgrest.url, postgrest.anonKey);
    await owner.query('alter role authenticator nologin');
    try {
      expect(await look()).toContain('PGRST000: Database connection error. Retrying the connection.');
    } finally {
      await owner.query('alter role authenticator login');
    }
  });

  it('is reported: a key of another project', async () => {
    const { look } = reader(postgrest.url, await signKey('anon', '1y'));
    expect(await look()).toContain('Invalid API key: Double check your Supabase `anon`');
  });

  it('is reported: a key that has expired', async () => {
    const expired = await startPostgrest(project.authenticatorUrl, await signKey('anon', '-1h'));
    const { look } = reader(expired.url, expired.anonKey);
    expect(await look()).toContain('PGRST303: JWT expired');
    await expired.close();
  });

  it.each([
    ['no events', 'delete from catalog_events', 'catalog.events: '],
    [
      'a key that is none',
      `update catalog_events set key = 'no such' where key = 'devcon'`,
      'catalog.events.no such.key: a letter, then letters and digits',
    ],
    [
      'a sender that is no domain',
      `update catalog_events set senders = '{"*.example"}' where key = 'devcon'`,
      'catalog.events.devcon.senders.0: a lower-case domain name or address',
    ],
    [
      'a DKIM key without a source',
      `update catalog_events set dkim_keys = '[{"name": "a", "record": "b"}]' where key = 'edcon'`,
      'catalog.events.edcon.dkimKeys.0.source: ',
    ],
  ])('is reported: rows that are not a catalog, %s', async (_name, change, reason) => {
    const { current, look } = reader(postgrest.url, postgrest.anonKey);
    await look();
    await owner.query(change);
    expect(await look()).toContain(reason);
    expect(current.get()).toEqual(HOSTED);
  });
});

describe('the project’s anonymous key', () => {
  it('opens no other table through the same client', async () => {
    await owner.query(`insert into users (email) values ('somebody@mail.example')`);
    const client = createClient(postgrest.url, postgrest.anonKey, { auth: { persistSession: false } });
    for (const table of ['users', 'psi_keys', 'psi_sessions', 'disclosures', 'settings', 'blobs']) {
      const { data, error, status } = await client.from(table).select();
      expect({ data, error, status }).toEqual({
        data: null,
        error: { code: '42501', details: null, hint: null, message: `permission denied for table ${table}` },
        status: 401,
      });
    }
    const { error } = await client.from('catalog_events').select('name');
    expect(error).toBeNull();
  });
});

describe('npm run catalog:publish', () => {
  const publish = async (...args: string[]): Promise<string> => {
    const env = { DATABASE_URL: project.url };
    const { exitCode, stdout, stderr } = await runScript('publish-catalog.ts', args, { env });
    return exitCode === 0 ? stdout : stderr;
  };

  it('fills the tables with the repo’s catalog, and replaces edited rows only on request', async () => {
    const { current, look } = reader(postgrest.url, postgrest.anonKey);
    expect(await publish()).toMatch(/^That database holds a catalog already\. To replace it: /);
    await look();
    expect(current.get()).toEqual(HOSTED);
    expect(await publish('--replace')).toBe(`Published a catalog with ${CATALOG.events.length} events.\n`);
    await look();
    expect(current.get()).toEqual(CATALOG);
  });
});
