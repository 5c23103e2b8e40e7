import type { Invitation } from '../../catalog/addresses.ts';
import { AppFailure, failure } from '../errors.ts';
import type { Store } from '../store/index.ts';
import type { ServerApi } from './api.ts';
import { readAsked } from './asked.ts';
import type { Asked } from './asked.ts';
import { serverConfigSchema } from './config.ts';
import type { ServerConfig } from './config.ts';

/** What the server offers: how to sign in, the addresses of its services, and the catalog with its tag. */
export interface Offer {
  server: ServerConfig;
  asked: Asked;
}

/**
 * Asks the server what it offers. Without a connection, returns the last offer that was kept.
 *
 * @throws AppFailure `offline` or `server_unavailable` when nothing was kept on this device
 */
export async function readOffer(api: ServerApi, store: Store, invitation: Invitation): Promise<Offer> {
  const [server, asked] = await Promise.all([readConfig(api, store), readAsked(api, store, invitation)]);
  return { server, asked };
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
