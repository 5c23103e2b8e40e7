import { createClient } from '@supabase/supabase-js';
import type { Catalog, Operator } from '../../catalog/index.ts';
import { CatalogRowsError, catalogFromRows } from './rows.ts';

/** Time limit for a read, the client's own retries included. Milliseconds. */
const READ_DEADLINE_MS = 10_000;

/** A Supabase project: its address, and the key of the anonymous role. */
export interface HostedProject {
  url: string;
  anonKey: string;
}

/** The hosted project's catalog could not be read; the message says why. */
export class HostedProjectError extends Error {
  override readonly name = 'HostedProjectError';
}

/**
 * Reads the events that an organiser keeps in a hosted project, as the anonymous role.
 *
 * @param operator the name in which the organiser asks
 * @param send the network edge
 * @returns a function that reads them anew; rejects with HostedProjectError or CatalogRowsError
 */
export function createHostedCatalog(
  { url, anonKey }: HostedProject,
  operator: Operator,
  send: typeof fetch,
): () => Promise<Catalog> {
  const client = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Only the configured host is asked.
    global: { fetch: (input, init) => send(input, { ...init, redirect: 'error' }) },
  });
  return async () => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), READ_DEADLINE_MS);
    try {
      // All columns, since they depend on whether the project was migrated.
      const { data, error } = await client.from('catalog_events').select('*').abortSignal(deadline.signal);
      if (error !== null) throw new HostedProjectError(reasonOf(error), { cause: error });
      return catalogFromRows(data, operator);
    } finally {
      clearTimeout(timer);
      deadline.abort();
    }
  };
}

/** The reason in one line, without the key. */
export function whyNoCatalog(error: unknown): string {
  return error instanceof HostedProjectError || error instanceof CatalogRowsError
    ? error.message
    : 'unknown reason';
}

/** The error of PostgREST, of the gateway, or of the network as the client wraps it. */
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
