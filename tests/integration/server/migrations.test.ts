import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Pool } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import type { Db } from '../../../server/database/db.ts';
import { users } from '../../../server/database/schema.ts';
import { accountOf } from '../../../server/session/account.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { createTestPlace } from '../../support/server/test-database.ts';
import type { TestPlace } from '../../support/server/test-database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../server/database/migrations', import.meta.url));

interface Journal {
  entries: { idx: number; tag: string }[];
}
const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')) as Journal;
const VERSIONS = journal.entries.map(({ tag }) => tag);

const inFolder = useFolder();
let place: TestPlace;
let fromEmpty: unknown;
beforeAll(async () => {
  const empty = await createTestPlace({ empty: true });
  const database = await openDatabase(empty.where);
  fromEmpty = await schemaOf(database.db);
  await database.close();
  await empty.remove();
});
beforeEach(async () => {
  place = await createTestPlace({ empty: true });
});
afterEach(() => place.remove());

/** The migrations up to and including `tag`. */
async function migrationsUpTo(tag: string): Promise<string> {
  const copy = inFolder(tag);
  await cp(MIGRATIONS, copy, { recursive: true });
  const entries = journal.entries.slice(0, VERSIONS.indexOf(tag) + 1);
  await writeFile(join(copy, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
  return copy;
}

/** Changes the database as a server of that version would have done. */
async function atVersion(tag: string, work: (db: Db) => Promise<void>): Promise<void> {
  const options = { migrationsFolder: await migrationsUpTo(tag) };
  if ('url' in place.where) {
    const pool = new Pool({ connectionString: place.where.url });
    const db = drizzlePostgres(pool);
    await migratePostgres(db, options);
    await work(db);
    await pool.end();
  } else {
    const client = await PGlite.create({ dataDir: join(place.where.folder, 'pglite') });
    const db = drizzlePglite(client);
    await migratePglite(db, options);
    await work(db);
    await client.close();
  }
}

async function rows(db: Db, query: SQL): Promise<unknown[]> {
  return ((await db.execute(query)) as { rows: unknown[] }).rows;
}

/** Everything that a migration can create, as PostgreSQL itself describes it. */
async function schemaOf(db: Db): Promise<unknown> {
  return {
    columns: await rows(
      db,
      sql`select table_name, column_name, data_type, udt_name, is_nullable, column_default
        from information_schema.columns where table_schema = 'public' order by 1, 2`,
    ),
    constraints: await rows(
      db,
      sql`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    ),
    indexes: await rows(
      db,
      sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    ),
    security: await rows(
      db,
      sql`select relname, relrowsecurity from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    ),
    policies: await rows(
      db,
      sql`select tablename, policyname, permissive, roles::text, cmd, qual, with_check
        from pg_policies where schemaname = 'public' order by 1, 2`,
    ),
  };
}

/** A row in every table of the first version. */
const FIRST_ROWS = [
  sql`insert into users (id, email) values ('00000000-0000-4000-8000-000000000001', 'early@mail.example')`,
  sql`insert into psi_keys (user_id, key_id, link, public_keys)
    values ('00000000-0000-4000-8000-000000000001', '\\x01', 'http://localhost/blob/public/psi/a', '\\x02')`,
  sql`insert into answered_keys (key_id) values ('\\x03')`,
  sql`insert into psi_sessions (id, user_id, state, expires_at)
    values ('\\x04', '00000000-0000-4000-8000-000000000001', '\\x05', '2030-01-01T00:00:00Z')`,
  sql`insert into blobs (pathname, content, content_type, etag, cache_control_max_age)
    values ('psi/a', '\\x06', 'application/octet-stream', '"e"', 60)`,
  sql`insert into identity_users (id, refresh_hash) values ('anonymous', '\\x07')`,
  sql`insert into dkim_keys (domain, name, record, source, first_seen, last_seen)
    values ('devcon.org', 's._domainkey.devcon.org', 'v=DKIM1; p=', 'DNS', '2024-01-01', '2024-02-01')`,
  sql`insert into settings (name, value) values ('secret', 'kept')`,
];
const FIRST_FACT = sql`insert into attendee_facts (user_id, fact)
  values ('00000000-0000-4000-8000-000000000001', 'travelInterests/bars')`;
const FIRST_TABLES =
  `users psi_keys answered_keys psi_sessions blobs identity_users dkim_keys settings`.split(/\s+/);

/** The fact that was disclosed in the first version, in its migrated form. */
const CARRIED_OVER = {
  user_id: '00000000-0000-4000-8000-000000000001',
  organiser: 'waystamp',
  catalog: 'd10049c0dd69fe9e8e338ad6106effce561a3798cc653a01535fc1dffa2b85d0',
  fact: 'travelInterests/bars',
  day: null,
};
/** The first version whose facts are in the renamed table. */
const DISCLOSURES = VERSIONS.findIndex((tag) => tag.endsWith('_disclosures'));

async function contentOf(db: Db): Promise<Record<string, unknown>[]> {
  const tables: Record<string, unknown>[] = [];
  for (const table of FIRST_TABLES) {
    const found = await rows(db, sql`select * from ${sql.identifier(table)}`);
    expect(found).toHaveLength(1);
    // The type of bytes depends on the driver that reads them.
    const values = Object.entries(found[0] ?? {}).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Uint8Array ? [...value] : value,
    ]);
    tables.push(Object.fromEntries(values) as Record<string, unknown>);
  }
  return tables;
}

describe('the database', () => {
  it.each(VERSIONS)(
    'migrates from version %s to the same schema as an empty one, and keeps its rows',
    async (tag) => {
      let before: Record<string, unknown>[] = [];
      await atVersion(tag, async (db) => {
        for (const insert of FIRST_ROWS) await db.execute(insert);
        if (VERSIONS.indexOf(tag) < DISCLOSURES) await db.execute(FIRST_FACT);
        before = await contentOf(db);
      });
      const database = await openDatabase(place.where);
      try {
        expect(await contentOf(database.db)).toMatchObject(before);
        expect(await schemaOf(database.db)).toEqual(fromEmpty);
        const carried = await rows(
          database.db,
          sql`select user_id, organiser, catalog, fact, day from disclosures`,
        );
        expect(carried).toEqual(VERSIONS.indexOf(tag) < DISCLOSURES ? [CARRIED_OVER] : []);
      } finally {
        await database.close();
      }
    },
  );

  it('records of archived keys whether DNS has since answered without them', async () => {
    await atVersion('0006_organiser_set', async (db) => {
      await db.execute(sql`insert into dkim_keys (domain, name, record, source, first_seen, last_seen) values
        ('devcon.org', 'gone', 'p=AAAA', 'DNS', '2024-01-01', '2024-02-28'),
        ('devcon.org', 'stands', 'p=AAAA', 'DNS', '2024-01-01', '2024-06-01'),
        ('lu.ma', 'unanswered', 'p=AAAA', 'DNS', '2024-01-01', '2024-02-01')`);
      await db.execute(sql`insert into dkim_look_ups (domain, asked_at, answered_at) values
        ('devcon.org', '2024-06-01T23:59:59Z', '2024-06-01T23:59:59Z'), ('lu.ma', '2024-06-01T12:00:00Z', null)`);
    });
    const database = await openDatabase(place.where);
    try {
      const found = await rows(
        database.db,
        sql`select name, missing_since::text from dkim_keys order by name`,
      );
      expect(found).toEqual([
        { name: 'gone', missing_since: '2024-02-29' },
        { name: 'stands', missing_since: null },
        { name: 'unanswered', missing_since: null },
      ]);
    } finally {
      await database.close();
    }
  });

  it('keeps accounts from before sign-ins had a subject, each to be taken over once', async () => {
    const before = VERSIONS[VERSIONS.findIndex((tag) => tag.endsWith('_sign_in')) - 1] ?? '';
    await atVersion(before, async (db) => {
      for (const insert of [...FIRST_ROWS, FIRST_FACT]) await db.execute(insert);
    });
    const database = await openDatabase(place.where);
    try {
      const { db } = database;
      const id = '00000000-0000-4000-8000-000000000001';
      expect(await db.select().from(users)).toMatchObject([
        { id, email: 'early@mail.example', issuer: null, subject: null },
      ]);
      const person = { issuer: 'https://issuer.example', email: 'early@mail.example', authoritative: true };
      expect(await accountOf(db, { ...person, subject: '1' })).toEqual({ id, email: person.email });
      expect((await accountOf(db, { ...person, subject: '2' })).id).not.toBe(id);
      // The rows that refer to it came along.
      expect(await rows(db, sql`select user_id from psi_keys`)).toEqual([{ user_id: id }]);
      expect(await rows(db, sql`select user_id from disclosures`)).toEqual([{ user_id: id }]);
    } finally {
      await database.close();
    }
  });

  it('has the objects that a hosted store held before it kept a list of them', async () => {
    const before = VERSIONS[VERSIONS.findIndex((tag) => tag.endsWith('_sign_in')) - 1] ?? '';
    await atVersion(before, async (db) => {
      for (const insert of FIRST_ROWS) await db.execute(insert);
      await db.execute(sql`insert into users (id, email)
        values ('00000000-0000-4000-8000-000000000002', 'hosted@mail.example')`);
      await db.execute(sql`insert into psi_keys (user_id, key_id, link, public_keys)
        values ('00000000-0000-4000-8000-000000000002', '\\x08',
          'https://store.public.blob.vercel-storage.com/psi/b-suffix', '\\x09')`);
    });
    const database = await openDatabase(place.where);
    expect(await rows(database.db, sql`select pathname from hosted_blobs`)).toEqual([
      { pathname: 'psi/b-suffix' },
    ]);
    await database.close();
  });

  it('keeps comparisons from before they stored a catalog, without one', async () => {
    const before = VERSIONS[VERSIONS.findIndex((tag) => tag.endsWith('_comparison_catalog')) - 1] ?? '';
    await atVersion(before, async (db) => {
      for (const insert of FIRST_ROWS) await db.execute(insert);
    });
    const database = await openDatabase(place.where);
    const found = await rows(
      database.db,
      sql`select encode(state, 'hex') as state, catalog from psi_sessions`,
    );
    expect(found).toEqual([{ state: '05', catalog: null }]);
    await database.close();
  });

  it('keeps the events of a catalog, with their signers among the senders', async () => {
    const before = VERSIONS[VERSIONS.findIndex((tag) => tag.endsWith('_catalog_events_only')) - 1] ?? '';
    await atVersion(before, async (db) => {
      await db.execute(sql`insert into catalog (version, booking_words, presence_words)
        values ('mine', '{ticket}', '{venue}')`);
      await db.execute(sql`insert into catalog_events (key, name, starts, ends, place, senders, signers, names) values
        ('both', 'Both', '2026-05-01', '2026-05-02', 'Here', '{z.example,a.example}',
          '{a.example,seller.example,z.example,b.example,seller.example}', '{Both}'),
        ('same', 'Same', '2026-05-01', '2026-05-02', 'Here', '{a.example}', '{a.example}', '{Same}')`);
    });
    const database = await openDatabase(place.where);
    const found = await rows(database.db, sql`select key, name, senders from catalog_events order by key`);
    expect(found).toEqual([
      { key: 'both', name: 'Both', senders: ['z.example', 'a.example', 'seller.example', 'b.example'] },
      { key: 'same', name: 'Same', senders: ['a.example'] },
    ]);
    await database.close();
  });

  it('is unchanged when it is opened again', async () => {
    const first = await openDatabase(place.where);
    await first.close();
    const again = await openDatabase(place.where);
    expect(await schemaOf(again.db)).toEqual(fromEmpty);
    await again.close();
  });
});
