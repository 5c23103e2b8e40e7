/**
 * The catalog that the device uses: fetched without credentials, checked against its hash, and stored for offline use.
 */
import {
  CATALOG,
  CATALOG_HASH,
  canonicalJson,
  catalogHash,
  catalogSchema,
  hashOf,
} from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Invitation } from '../../catalog/addresses.ts';
import type { AppError, ErrorCode } from '../contract.ts';
import { AppFailure, failure, toAppError } from '../errors.ts';
import type { Store } from '../store/index.ts';
import type { ServerApi } from './api.ts';
import { RefusedByServer } from './api.ts';

/** A catalog with its hash. */
export interface Published {
  catalog: Catalog;
  hash: string;
}

/** What is asked on this device. */
export interface Asked extends Published {
  /** Another catalog named by the link or the organiser, until the person switches to it. */
  next: Published | null;
  /**
   * Why the catalog named by the link or the organiser is not available; null when it is, or when nobody could be
   * asked.
   */
  problem: AppError | null;
}

/** Failures after which the device works with its stored catalog, as without a connection. */
const NOBODY_ANSWERED: ReadonlySet<ErrorCode> = new Set(['offline', 'server_unavailable']);

/**
 * The catalog of the invitation, or the one that the person last used if that differs.
 *
 * @throws AppFailure `organiser_unknown`, `catalog_…`, `offline` or `server_unavailable` on a device without a catalog
 *   of this organiser
 */
export async function readAsked(
  api: ServerApi,
  store: Store,
  { organiser, catalog: pin }: Invitation,
): Promise<Asked> {
  const known = await keptCatalog(store, organiser);
  try {
    // A link that was cut off or changed on its way.
    if (pin !== null && !CATALOG_HASH.test(pin)) throw failure('catalog_unknown');
    const hash = pin ?? (await currentHash(api, organiser));
    if (known?.hash === hash) return { ...known, next: null, problem: null };
    const wanted = { hash, catalog: await fetchCatalog(api, organiser, hash) };
    return known === null
      ? { ...wanted, next: null, problem: null }
      : { ...known, next: wanted, problem: null };
  } catch (cause) {
    const silent = cause instanceof AppFailure && NOBODY_ANSWERED.has(cause.code);
    const own = known ?? (silent ? shipped(organiser, pin) : null);
    if (own === null) throw cause;
    return { ...own, next: null, problem: silent && pin === null ? null : toAppError(cause) };
  }
}

/** Stores the catalog as the one that this device uses from now on: the person acts under it. Once is enough. */
export async function keepAsked(store: Store, { catalog, hash }: Published): Promise<void> {
  if ((await keptCatalog(store, catalog.organiser.slug))?.hash === hash) return;
  await store.forCatalog(hash).put('catalog', catalog);
  await store.update('organisers', (now = {}) => ({ ...now, [catalog.organiser.slug]: hash }));
}

/** The same where the device has forgotten which catalog it uses; otherwise nothing changes. */
export async function keepUnlessKnown(store: Store, asked: Published): Promise<void> {
  if ((await keptCatalog(store, asked.catalog.organiser.slug)) === null) await keepAsked(store, asked);
}

async function keptCatalog(store: Store, slug: string): Promise<Published | null> {
  const hash = (await store.get('organisers'))?.[slug];
  const catalog = hash === undefined ? undefined : await store.forCatalog(hash).get('catalog');
  return hash === undefined || catalog === undefined ? null : { catalog, hash };
}

/** Good enough for viewing an older version's findings without a connection. */
function shipped(slug: string, pin: string | null): Published | null {
  const hash = catalogHash(CATALOG);
  return slug === CATALOG.organiser.slug && (pin ?? hash) === hash ? { catalog: CATALOG, hash } : null;
}

async function currentHash(api: ServerApi, slug: string): Promise<string> {
  try {
    return await api.organiser(slug);
  } catch (cause) {
    throw missing(cause, 'organiser_unknown');
  }
}

/** Fetches a catalog and checks that it matches its hash and is in canonical form. */
async function fetchCatalog(api: ServerApi, slug: string, hash: string): Promise<Catalog> {
  const bytes = await api.catalog(hash).catch((cause: unknown) => {
    throw missing(cause, 'catalog_unknown');
  });
  if (hashOf(bytes) !== hash) throw failure('catalog_mismatch');
  const catalog = readCatalog(bytes);
  if (catalog === null) throw failure('catalog_invalid');
  // The link itself is wrong: its hash is that of another organiser's catalog.
  if (catalog.organiser.slug !== slug) throw failure('organiser_unknown');
  return catalog;
}

function readCatalog(bytes: Uint8Array): Catalog | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const catalog = catalogSchema.safeParse(JSON.parse(text));
    return catalog.success && canonicalJson(catalog.data) === text ? catalog.data : null;
  } catch {
    return null;
  }
}

function missing(cause: unknown, code: ErrorCode): AppFailure {
  if (cause instanceof AppFailure) return cause;
  const found = cause instanceof RefusedByServer && (cause.status === 404 || cause.status === 410);
  return failure(found ? code : 'server_unavailable', { cause });
}
