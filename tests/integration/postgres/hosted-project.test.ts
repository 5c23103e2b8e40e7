import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CATALOG, catalogSchema, signerDomains } from '../../../catalog/index.ts';
import type { Catalog } from '../../../catalog/index.ts';
import { createCurrentCatalog } from '../../../server/catalog/current.ts';
import type { CurrentCatalog } from '../../../server/catalog/current.ts';
import { createHostedCatalog } from '../../../server/catalog/hosted-project.ts';
import { publishCatalog } from '../../../server/catalog/publish.ts';
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

/** As often as the server reads the project. */
const REFRESH_MS = 300_000;

/** What the organiser made of the catalog: a name, a ticket seller of their own, a word. */
const HOSTED: Catalog = {
  ...CATALOG,
  version: 'hosted-1',
  bookingWords: [...CATALOG.bookingWords, 'wristband'],
  events: CATALOG.events.map((event) =>
    event.key === 'devcon'
      ? {
          ...event,
          name: 'Devcon, hosted',
          signers: [...event.signers, 'tickets.hosted.example'],
          dkimKeys: [
            { name: 's1._domainkey.tickets.hosted.example', record: 'v=DKIM1; p=AAAA', source: 'the seller' },
          ],
        }
      : event,
  ),
};

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

/** The part of the server that reads the project, by itself. */
function reader(url: string, anonKey: string): { current: CurrentCatalog; look: () => Promise<string> } {
  const logged: string[] = [];
  const write = (fields: object, message: string): void => {
    logged.push(JSON.stringify({ ...fields, message }));
  };
  const log = { debug: write, info: write, warn: write, error: write };
  const current = createCurrentCatalog(createHostedCatalog({ url, anonKey }, fetch), log);
  return {
    current,
    look: async () => {
      await current.refresh();
      return logged.splice(0).join('\n');
    },
  };
}

async function served(server: TestServer): Promise<{ catalog: Catalog; etag: string }> {
  const answer = await server.request('/api/catalog');
  expect(answer.status).toBe(200);
  return { catalog: catalogSchema.parse(await answer.json()), etag: answer.headers.get('etag') ?? '' };
}

/** The server's next look at the project, and what it logged of it. */
async function refresh(server: TestServer): Promise<string> {
  const before = server.logged.length;
  vi.advanceTimersByTime(REFRESH_MS);
  const lines = (): string[] =>
    server.logged.slice(before).filter((line) => line.includes('the hosted project’s catalog'));
  await vi.waitUntil(() => lines().length > 0, { timeout: 20_000 });
  return lines().join('\n');
}

describe('the hosted project’s catalog', () => {
  it('is what the server serves, and its domains are those whose keys are answered', async () => {
    const server = await open();
    expect((await served(server)).catalog).toEqual(HOSTED);
    const keys = await server.request('/api/dkim/keys?domain=tickets.hosted.example');
    expect(await keys.json()).toMatchObject({
      keys: [{ name: 's1._domainkey.tickets.hosted.example', source: 'the seller' }],
    });
  });

  it('is read with the anonymous key, from the catalog tables only', async () => {
    postgrest.asked.length = 0;
    await open();
    expect(postgrest.asked.map(({ path }) => path).toSorted()).toEqual([
      '/rest/v1/catalog',
      '/rest/v1/catalog_events',
    ]);
    for (const { headers } of postgrest.asked) {
      expect(headers).toMatchObject({
        apikey: postgrest.anonKey,
        authorization: `Bearer ${postgrest.anonKey}`,
      });
    }
  });

  it('is not asked for without a project', async () => {
    postgrest.asked.length = 0;
    const server = await openTestServer();
    servers.push(server);
    expect((await served(server)).catalog).toEqual(CATALOG);
    expect(postgrest.asked).toEqual([]);
  });

  it('has an ETag that changes when the organiser changes it, and at no other time', async () => {
    const server = await open();
    const first = await served(server);
    const ask = async (): Promise<number> =>
      (await server.request('/api/catalog', { headers: { 'if-none-match': first.etag } })).status;
    // An update moves the row behind the others; the catalog is the same.
    await owner.query(`update catalog_events set name = name where key = 'sigSingResident'`);
    await refresh(server);
    expect(await ask()).toBe(304);

    await owner.query(`update catalog_events set name = 'Devcon, moved' where key = 'devcon'`);
    expect(await ask()).toBe(304);
    await refresh(server);
    expect(await ask()).toBe(200);
    const second = await served(server);
    expect(second.etag).not.toBe(first.etag);
    expect(second.catalog.events.find(({ key }) => key === 'devcon')?.name).toBe('Devcon, moved');
  });
});

describe('a project that cannot be reached', () => {
  it('leaves the catalog in the repo, until it answers', async () => {
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

  it('leaves what was read before, with its ETag', async () => {
    const server = await open();
    const before = await served(server);
    postgrest.instead = answerWith(500);
    expect(await refresh(server)).toContain('cannot be used: the one that was read before stays in use');
    expect(await served(server)).toEqual(before);
  });

  it('because nobody listens, or because it sends the server elsewhere, is named as such', async () => {
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
  /** What is said of a project that the owner's statements changed; the catalog stays as it was read before. */
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
      'revoke select on catalog from anon',
      'grant select on catalog to anon',
      '42501: permission denied for table catalog',
    ],
    [
      'a missing table',
      'alter table catalog rename to gone',
      'alter table gone rename to catalog',
      `PGRST205: Could not find the table 'public.catalog' in the schema cache`,
    ],
    [
      'a missing column',
      'alter table catalog rename version to gone',
      'alter table catalog rename gone to version',
      '42703: column catalog.version does not exist',
    ],
  ])('is named: %s', async (_name, change, back, reason) => {
    expect(await reasonAfter(change, back)).toContain(reason);
  });

  it('is named: a statement that takes too long', async () => {
    const lock = 'begin; lock table catalog in access exclusive mode';
    expect(await reasonAfter(lock, 'rollback')).toContain(
      '57014: canceling statement due to statement timeout',
    );
  });

  it('is named: a database that PostgREST cannot reach', async () => {
    const { look } = reader(postgrest.url, postgrest.anonKey);
    await owner.query('alter role authenticator nologin');
    try {
      expect(await look()).toContain('PGRST000: Database connection error. Retrying the connection.');
    } finally {
      await owner.query('alter role authenticator login');
    }
  });

  it('is named: a key that is not the project’s', async () => {
    const { look } = reader(postgrest.url, await signKey('anon', '1y'));
    expect(await look()).toContain('Invalid API key: Double check your Supabase `anon`');
  });

  it('is named: a key that has expired', async () => {
    const expired = await startPostgrest(project.authenticatorUrl, await signKey('anon', '-1h'));
    const { look } = reader(expired.url, expired.anonKey);
    expect(await look()).toContain('PGRST303: JWT expired');
    await expired.close();
  });

  it.each([
    ['no head', 'delete from catalog', 'catalog: has no row'],
    ['no events', 'delete from catalog_events', 'catalog.events: '],
    [
      'an unknown event',
      `update catalog_events set key = 'nosuch' where key = 'devcon'`,
      'catalog.events.nosuch.key: ',
    ],
    [
      'a signer that is no domain',
      `update catalog_events set signers = '{"*.example"}' where key = 'devcon'`,
      'catalog.events.devcon.signers.0: a lower-case domain name',
    ],
    [
      'a DKIM key without a source',
      `update catalog_events set dkim_keys = '[{"name": "a", "record": "b"}]' where key = 'edcon'`,
      'catalog.events.edcon.dkimKeys.0.source: ',
    ],
    ['words that are none', `update catalog set booking_words = '{}'`, 'catalog.bookingWords: '],
  ])('is named: rows that are no catalog, %s', async (_name, change, reason) => {
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
    const { error } = await client.from('catalog').select('version');
    expect(error).toBeNull();
  });
});

describe('npm run catalog:publish', () => {
  const publish = async (...args: string[]): Promise<string> => {
    const env = { DATABASE_URL: project.url };
    const { exitCode, stdout, stderr } = await runScript('publish-catalog.ts', args, { env });
    return exitCode === 0 ? stdout : stderr;
  };

  it('fills the tables with the repo’s catalog, and replaces what was edited only when told to', async () => {
    const { current, look } = reader(postgrest.url, postgrest.anonKey);
    expect(await publish()).toMatch(/^That database holds a catalog already\. To replace it: /);
    await look();
    expect(current.get()).toEqual(HOSTED);
    expect(await publish('--replace')).toBe(
      `Published catalog ${CATALOG.version} with ${CATALOG.events.length} events.\n`,
    );
    await look();
    expect(current.get()).toEqual(CATALOG);
    expect(current.get()).not.toBe(CATALOG);
  });
});
