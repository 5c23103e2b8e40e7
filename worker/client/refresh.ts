import { CATALOG } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { AppFailure, failure } from '../errors.ts';
import type { Store } from '../store/index.ts';
import type { ServerApi } from './api.ts';
import { serverConfigSchema } from './config.ts';
import type { ServerConfig } from './config.ts';

/** What the server offers: how to sign in, where its services are, and the catalog with its tag. */
export interface Offer {
  server: ServerConfig;
  catalog: Catalog;
  etag: string | null;
}

/**
 * Asks the server what it offers; without a connection, what it offered when it was kept.
 *
 * @throws AppFailure `offline` or `server_unavailable` when nothing was kept on this device
 */
export async function readOffer(api: ServerApi, store: Store): Promise<Offer> {
  const [server, catalog] = await Promise.all([readConfig(api, store), readCatalog(api, store)]);
  return { server, ...catalog };
}

/** Keeps the offer for working offline. A device on which nobody has done anything keeps nothing. */
export async function keepOffer(store: Store, { server, catalog, etag }: Offer): Promise<void> {
  await store.commit({ logs: { config: server, catalog: { catalog, etag } } });
}

async function readConfig(api: ServerApi, store: Store): Promise<ServerConfig> {
  try {
    return await api.config();
  } catch (cause) {
    const kept = serverConfigSchema.safeParse(await store.get('config'));
    if (kept.success) return kept.data;
    if (cause instanceof AppFailure) throw cause;
    throw failure('server_unavailable', { cause });
  }
}

/** The catalog that was kept, or the one that this version ships, is good enough to work offline. */
async function readCatalog(api: ServerApi, store: Store): Promise<{ catalog: Catalog; etag: string | null }> {
  const kept = (await store.get('catalog')) ?? { catalog: CATALOG, etag: null };
  try {
    return (await api.catalog(kept.etag)) ?? kept;
  } catch {
    return kept;
  }
}
