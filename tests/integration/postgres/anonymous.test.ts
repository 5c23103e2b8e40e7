import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, queryOnce } from '../../../scripts/postgres.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { createSupabaseProject } from './supabase-project.ts';
import type { SupabaseProject } from './supabase-project.ts';

/** PostgreSQL's code for a missing privilege, and for a row that no policy admits. */
const NOT_ALLOWED = '42501';
const CATALOG_TABLES = ['catalog_events'];
const FILL = [
  `insert into users (email) values ('somebody@mail.example')`,
  `insert into settings (name, value) values ('secret', 'hush')`,
  `insert into organiser_facts (fact) values ('travelInterests/bars')`,
  `insert into catalog_events (key, name, starts, ends, place, senders, names)
    values ('devcon', 'Devcon', '2024-11-12', '2024-11-15', 'Bangkok', '{devcon.org}', '{Devcon}')`,
];

let project: SupabaseProject;
let owner: Client;
let tables: string[];
/** A column of each table. */
let columns: Map<string, string>;
beforeAll(async () => {
  project = await createSupabaseProject();
  const database = await openDatabase({ url: project.url });
  await database.close();
  owner = new Client({ connectionString: project.url });
  await owner.connect();
  for (const statement of FILL) await owner.query(statement);
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and ordinal_position = 1`,
  );
  columns = new Map(rows.map(({ table, column }) => [table, column]));
  tables = [...columns.keys()];
});
afterAll(async () => {
  await owner.end();
  await project.postgres.stop();
});

/** Runs a statement in that role and rolls it back. Gives the number of rows, or the error's code. */
async function as(role: string, statement: string): Promise<number | string | undefined> {
  const client = new Client({ connectionString: project.authenticatorUrl });
  await client.connect();
  try {
    await client.query(`begin; set local role ${role}`);
    return (await client.query(statement)).rowCount ?? 0;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end();
  }
}

const WRITES = (table: string, column: string): string[] => [
  `insert into ${table} default values`,
  `update ${table} set ${column} = default`,
  `delete from ${table}`,
  `truncate ${table} cascade`,
  `lock table ${table} in access exclusive mode`,
  `create trigger t before insert on ${table} execute function pg_catalog.suppress_redundant_updates_trigger()`,
];

describe.each(['anon', 'authenticated'])('the role %s', (role) => {
  it('reads the table of events', async () => {
    expect(tables).toEqual(expect.arrayContaining(CATALOG_TABLES));
    for (const table of CATALOG_TABLES) expect(await as(role, `select * from ${table}`)).toBe(1);
  });

  it('reads nothing else', async () => {
    const others = tables.filter((table) => !CATALOG_TABLES.includes(table));
    expect(others.length).toBeGreaterThanOrEqual(9);
    for (const table of [...others, 'drizzle.__drizzle_migrations', 'pg_authid']) {
      expect([table, await as(role, `select * from ${table}`)]).toEqual([table, NOT_ALLOWED]);
    }
  });

  it('writes nothing', async () => {
    for (const [table, column] of columns) {
      for (const statement of WRITES(table, column)) {
        expect([statement, await as(role, statement)]).toEqual([statement, NOT_ALLOWED]);
      }
    }
    expect(await as(role, 'create table public.mine (a int)')).toBe(NOT_ALLOWED);
  });
});

describe('row-level security', () => {
  it('is on for every table', async () => {
    const { rows } = await owner.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relrowsecurity`,
    );
    expect(rows).toEqual([]);
  });

  it('holds even if somebody grants everything to the anonymous role', async () => {
    await owner.query('grant all on all tables in schema public to anon');
    try {
      for (const table of tables) {
        const isCatalog = CATALOG_TABLES.includes(table);
        expect([table, await as('anon', `select * from ${table}`)]).toEqual([table, isCatalog ? 1 : 0]);
        expect([table, await as('anon', `delete from ${table}`)]).toEqual([table, 0]);
      }
      expect(await as('anon', `update users set email = 'me@mail.example'`)).toBe(0);
      expect(await as('anon', `update catalog_events set name = 'x'`)).toBe(0);
      expect(await as('anon', `insert into users (email) values ('me@mail.example')`)).toBe(NOT_ALLOWED);
      expect(await as('anon', `insert into settings values ('secret', 'mine')`)).toBe(NOT_ALLOWED);
    } finally {
      // The next start revokes those grants.
      await (await openDatabase({ url: project.url })).close();
    }
    expect(await as('anon', 'select * from users')).toBe(NOT_ALLOWED);
    expect(await as('anon', 'delete from catalog_events')).toBe(NOT_ALLOWED);
    expect(await as('anon', 'select * from catalog_events')).toBe(1);
  });
});

describe('a database without such a role', () => {
  it('opens, and restricts the role from the first start that finds it', async () => {
    const { url } = await createDatabase(project.postgres.url);
    await owner.query('alter role anon rename to nobody_yet');
    try {
      await (await openDatabase({ url })).close();
    } finally {
      await owner.query('alter role nobody_yet rename to anon');
    }
    await queryOnce(url, 'grant all on all tables in schema public to anon');
    const privileges = async (): Promise<unknown> => {
      const client = new Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query(
        `select table_name, privilege_type from information_schema.role_table_grants where grantee = 'anon' order by 1`,
      );
      await client.end();
      return rows;
    };
    await (await openDatabase({ url })).close();
    expect(await privileges()).toEqual(
      CATALOG_TABLES.map((table_name) => ({ table_name, privilege_type: 'SELECT' })),
    );
  });
});
