/** A PostgreSQL set up like a new Supabase project: its roles, and their grants on every new table. */
import { randomBytes } from 'node:crypto';
import { createDatabase, queryOnce, startPostgres } from '../../../scripts/postgres.ts';
import type { Postgres } from '../../../scripts/postgres.ts';

export interface SupabaseProject {
  /** The address in `DATABASE_URL`: the owner's. */
  url: string;
  /** Logs in, and may become `anon` or `authenticated`, as PostgREST does for each request. */
  authenticatorUrl: string;
  postgres: Postgres;
}

const ROLES = [
  'create role anon nologin noinherit',
  'create role authenticated nologin noinherit',
  'grant anon, authenticated to authenticator',
];

/** For everything made in the schema `public` from then on. */
const DEFAULT_GRANTS = [
  'grant usage on schema public to anon, authenticated',
  'alter default privileges in schema public grant all on tables to anon, authenticated',
  'alter default privileges in schema public grant all on functions to anon, authenticated',
  'alter default privileges in schema public grant all on sequences to anon, authenticated',
];

export async function createSupabaseProject(): Promise<SupabaseProject> {
  const postgres = await startPostgres({ fsync: 'off' });
  const password = randomBytes(16).toString('hex');
  const { url } = await createDatabase(postgres.url);
  await queryOnce(url, `create role authenticator login noinherit password '${password}'`);
  for (const statement of [...ROLES, ...DEFAULT_GRANTS]) await queryOnce(url, statement);
  const authenticator = new URL(url);
  authenticator.username = 'authenticator';
  authenticator.password = password;
  return { url, authenticatorUrl: authenticator.href, postgres };
}
