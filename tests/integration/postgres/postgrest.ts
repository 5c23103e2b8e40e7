/**
 * Answers `GET /rest/v1/TABLE` as a Supabase project does: first the gateway's check of the key, then PostgREST over
 * the project's PostgreSQL, in the role that the key's token names. Error statuses and bodies are those of PostgREST 14
 * ("Errors" in its manual, `src/PostgREST/Error` in its source) and of the gateway, as Supabase's issues show them.
 */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { SignJWT, errors, jwtVerify } from 'jose';
import { Pool, escapeIdentifier } from 'pg';
import type { DatabaseError } from 'pg';
import { answerJson } from '../../support/network/answers.ts';
import { createLoopback } from '../../support/network/loopback.ts';

const SECRET = new TextEncoder().encode('the JWT secret of a test project, 32 characters or more');
/** Supabase sets a limit for its anonymous role too; this one is shorter. */
const STATEMENT_TIMEOUT_MS = 300;
const TYPE = 'application/json; charset=utf-8';

interface PostgrestAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface Postgrest {
  url: string;
  anonKey: string;
  /** The requests, in order. */
  asked: { path: string; headers: IncomingHttpHeaders }[];
  /** Answers instead of PostgREST while it is set. */
  instead: RequestListener | null;
  /** Reloads the schema, as PostgREST does on `notify pgrst`. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** A key of the project: a token for a role. */
export async function signKey(role: string, expires: string): Promise<string> {
  return new SignJWT({ role, iss: 'supabase', ref: 'test' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(0)
    .setExpirationTime(expires)
    .sign(SECRET);
}

/** @param authenticatorUrl the database, as the role that may switch to the others */
export async function startPostgrest(authenticatorUrl: string, anonKey?: string): Promise<Postgrest> {
  const key = anonKey ?? (await signKey('anon', '10y'));
  const pool = new Pool({
    connectionString: authenticatorUrl,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    maxUses: 1,
  });
  pool.on('error', () => undefined);
  let tables = new Set<string>();
  const loopback = createLoopback();
  const { origin } = await loopback.listen((request, response) => {
    if (postgrest.instead !== null) postgrest.instead(request, response);
    else void respond(request, response);
  });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body, headers } = await answer(request);
    answerJson(status, body, { 'content-type': TYPE, ...headers })(request, response);
  };

  const answer = async (request: IncomingMessage): Promise<PostgrestAnswer> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    postgrest.asked.push({ path: url.pathname, headers: request.headers });
    const refused = gateway(request.headers['apikey'], key);
    if (refused !== null) return refused;
    const role = await roleOf(request.headers.authorization);
    if (typeof role !== 'string') return role;
    const table = /^\/rest\/v1\/(\w+)$/.exec(url.pathname)?.[1] ?? '';
    if (!tables.has(table)) {
      return failure(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`);
    }
    return read(pool, role, table, (url.searchParams.get('select') ?? '*').split(','));
  };

  const postgrest: Postgrest = {
    url: origin,
    anonKey: key,
    asked: [],
    instead: null,
    reload: async () => {
      const { rows } = await pool.query<{ relname: string }>(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')`,
      );
      tables = new Set(rows.map(({ relname }) => relname));
    },
    close: async () => {
      await loopback.close();
      await pool.end();
    },
  };
  await postgrest.reload();
  return postgrest;
}

function gateway(given: string | string[] | undefined, key: string): PostgrestAnswer | null {
  if (given === key) return null;
  const body =
    given === undefined
      ? { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' }
      : {
          message: 'Invalid API key',
          hint: 'Double check your Supabase `anon` or `service_role` API key.',
        };
  return { status: 401, body };
}

async function roleOf(authorization: string | undefined): Promise<string | PostgrestAnswer> {
  try {
    const { payload } = await jwtVerify(authorization?.replace(/^Bearer /, '') ?? '', SECRET);
    return payload['role'] as string;
  } catch (error) {
    const expired = error instanceof errors.JWTExpired;
    return expired
      ? failure(401, 'PGRST303', 'JWT expired')
      : failure(401, 'PGRST301', 'No suitable key or wrong key type');
  }
}

async function read(pool: Pool, role: string, table: string, columns: string[]): Promise<PostgrestAnswer> {
  const list = columns.map((name) => (name === '*' ? '*' : `${table}.${escapeIdentifier(name)}`)).join(', ');
  let client;
  try {
    client = await pool.connect();
  } catch (error) {
    const { message } = error as Error;
    return failure(503, 'PGRST000', 'Database connection error. Retrying the connection.', message);
  }
  try {
    await client.query('begin read only');
    await client.query(`set local role ${escapeIdentifier(role)}`);
    const { rows } = await client.query<{ body: unknown[] }>(
      `with source as (select ${list} from public.${escapeIdentifier(table)})
        select coalesce(json_agg(source), '[]') as body from source`,
    );
    await client.query('commit');
    const body = rows[0]?.body ?? [];
    const range = body.length === 0 ? '*/*' : `0-${body.length - 1}/*`;
    return { status: 200, body, headers: { 'content-range': range, 'content-profile': 'public' } };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const { code = '', message, detail, hint } = error as DatabaseError;
    return failure(statusOf(code, role), code, message, detail, hint);
  } finally {
    client.release();
  }
}

/** PostgREST's table of PostgreSQL's error codes, for the errors that a read can cause. */
function statusOf(code: string, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  if (code === '42P01') return 404;
  if (code.startsWith('08') || code.startsWith('53') || code === '57P01') return 503;
  return code.startsWith('57') || code.startsWith('58') || code.startsWith('XX') ? 500 : 400;
}

function failure(
  status: number,
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
): PostgrestAnswer {
  const headers: Record<string, string> = { 'proxy-status': `PostgREST; error=${code}` };
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (status === 503) headers['retry-after'] = '1';
  return { status, body: { code, details, hint, message }, headers };
}
