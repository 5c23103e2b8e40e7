import { createClient } from '@supabase/supabase-js';
import type { Catalog } from '../../catalog/index.ts';
import { CatalogRowsError, catalogFromRows } from './rows.ts';

/** A read, the client's own retries included, ends after this. Milliseconds. */
const READ_DEADLINE_MS = 10_000;

/** A Supabase project: its address, and the key of the anonymous role. */
export interface HostedProject {
  url: string;
  anonKey: string;
}

/** The hosted project did not give its catalog; the message says why. */
export class HostedProjectError extends Error {
  override readonly name = 'HostedProjectError';
}

/**
 * Reads the catalog that an organiser keeps in a hosted project (DESIGN 7), with the one client of that project, as
 * the anonymous role.
 *
 * @param send the network edge
 * @returns reads it anew at each call; rejects with HostedProjectError or CatalogRowsError
 */
export function createHostedCatalog(
  { url, anonKey }: HostedProject,
  send: typeof fetch,
): () => Promise<Catalog> {
  const client = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // No other host than the configured one is asked.
    global: { fetch: (input, init) => send(input, { ...init, redirect: 'error' }) },
  });
  return async () => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), READ_DEADLINE_MS);
    const rowsOf = async (table: string, columns: string): Promise<unknown> => {
      const { data, error } = await client.from(table).select(columns).abortSignal(deadline.signal);
      if (error !== null) throw new HostedProjectError(reasonOf(error), { cause: error });
      return data;
    };
    try {
      const [heads, events] = await Promise.all([
        rowsOf('catalog', 'version,booking_words,presence_words'),
        rowsOf(
          'catalog_events',
          'key,name,starts,ends,place,latitude,longitude,senders,signers,dkim_keys,names',
        ),
      ]);
      return catalogFromRows(heads, events);
    } finally {
      clearTimeout(timer);
      deadline.abort();
    }
  };
}

/** In one line what went wrong for the catalog; never the key. */
export function whyNoCatalog(error: unknown): string {
  return error instanceof HostedProjectError || error instanceof CatalogRowsError
    ? error.message
    : 'unknown reason';
}

/** PostgREST's error, the gateway's, or a network's as the client wraps it. */
function reasonOf(error: {
  code?: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}): string {
  const { code = '', message, details, hint } = error;
  const cause = /^Caused by: (.*)$/m.exec(details ?? '')?.[1];
  return [code, message, cause, hint]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .join(': ');
}
