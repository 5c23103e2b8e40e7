import { CATALOG } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { AppFailure, failure } from '../errors.ts';
import type { Store } from '../store/index.ts';
import type { ServerApi } from './api.ts';
import { serverConfigSchema } from './config.ts';
import type { ServerConfig } from './config.ts';

/**
 * What the server offers, or, without a connection, what it offered last.
 *
 * @throws AppFailure `offline` or `server_unavailable` when it was never asked on this device
 */
export async function refreshConfig(api: ServerApi, store: Store): Promise<ServerConfig> {
  try {
    const config = await api.config();
    await store.put('config', config);
    return config;
  } catch (cause) {
    const kept = serverConfigSchema.safeParse(await store.get('config'));
    if (kept.success) return kept.data;
    if (cause instanceof AppFailure) throw cause;
    throw failure('server_unavailable', { cause });
  }
}

/** The server's catalog; without a connection the one that was read last, or the one this version ships. */
export async function refreshCatalog(api: ServerApi, store: Store): Promise<Catalog> {
  const kept = await store.get('catalog');
  try {
    const answer = await api.catalog(kept?.etag ?? null);
    if (answer !== null) {
      await store.put('catalog', answer);
      return answer.catalog;
    }
  } catch {
    // The catalog that is at hand is good enough to work offline.
  }
  return kept?.catalog ?? CATALOG;
}
