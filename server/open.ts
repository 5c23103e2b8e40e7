import { builtInCatalog } from '../catalog/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { createHoldings } from './accounts/holdings.ts';
import { createAccounts } from './accounts/store.ts';
import { createApp } from './app.ts';
import type { Api } from './app.ts';
import { createEmbeddedStore, embeddedReadWriteToken } from './blob/embedded-store.ts';
import { createHostedObjects } from './blob/hosted-objects.ts';
import { CLIENT_TOKEN_MS } from './blob/limits.ts';
import { createBlobObjects } from './blob/objects.ts';
import { createBlobUploads } from './blob/uploads.ts';
import { createVercelStore } from './blob/vercel-store.ts';
import { openCurrentCatalog } from './catalog/current.ts';
import { createDkimKeys } from './catalog/dkim-keys.ts';
import { createPublishedCatalogs } from './catalog/published.ts';
import type { Config } from './config.ts';
import { TIDY_MS, tidy } from './database/housekeeping.ts';
import type { Database } from './database/open.ts';
import { createDemo } from './demo/index.ts';
import type { Demo } from './demo/index.ts';
import { createDisclosures } from './disclosures/store.ts';
import { createDkimArchive } from './dkim/archive.ts';
import { createDkimRemovals } from './dkim/removals.ts';
import { createTxtResolver } from './dkim/resolver.ts';
import { createDkimSchedule } from './dkim/schedule.ts';
import { EMBEDDED_FIREBASE, createEmbeddedIdentity } from './identity/embedded.ts';
import { createFirebaseIdentity } from './identity/firebase.ts';
import type { Log } from './operator/contract.ts';
import type { EmbeddedIdentity, Identity } from './identity/contract.ts';
import type { BlobStore, EmbeddedBlobDeps } from './blob/contract.ts';
import type { Provider } from './session/contract.ts';
import { measureArchive, measureDatabase } from './metrics/database.ts';
import { createMetrics } from './metrics/metrics.ts';
import { limitCounter } from './metrics/outside.ts';
import { measureComparisons, measureEngine } from './metrics/psi.ts';
import { createDemoProvider } from './provider/demo.ts';
import { createGoogleProvider } from './provider/google.ts';
import { createAnnouncements } from './psi/announcements.ts';
import { createComparisons } from './psi/comparisons.ts';
import { openOrganiserSet } from './psi/current-set.ts';
import { startPsiEngine } from './psi/engine.ts';
import type { PsiEngine } from './psi/engine.ts';
import { openSecret } from './database/secret.ts';
import { createSessions } from './session/sessions.ts';
import { StartError } from './operator/start-error.ts';
import { createClientAddress } from './web/client-address.ts';
import type { ClientConfig } from './web/client-config.ts';
import { createLimits } from './web/limits.ts';
import { describeError } from './operator/describe-error.ts';
import { createReadiness } from './web/readiness.ts';

/** How often the hosted project's catalog and the organiser's list are read. Milliseconds. */
const REFRESH_MS = 300_000;

/** The inputs for opening the server, beside its configuration. */
export interface OpenOptions {
  config: Config;
  database: Database;
  log: Log;
  /** The origins under which people reach the server, known once it listens; the preferred one comes first. */
  origins: () => readonly string[];
  /** The built page's folder; null when something else serves it. */
  page: string | null;
  /** The catalog to ask about instead of the built-in one. */
  catalog?: Catalog;
  /** For tests: the network edge, the clock, and threads that can be kept busy. */
  fetch?: typeof fetch;
  now?: () => number;
  engine?: PsiEngine;
}

export interface OpenServer {
  app: Api;
  /** Makes `/readyz` fail from now on, so that a balancer sends no more requests here. */
  drain(): void;
  /** Ends the threads and timers. The database's owner closes it. */
  close(): Promise<void>;
}

/**
 * Makes the parts of the server by its configuration, and the app.
 *
 * @throws StartError
 */
export async function openServer(options: OpenOptions): Promise<OpenServer> {
  const { config, database, log, origins, page, now = Date.now } = options;
  const { db } = database;
  const secretFor = await openSecret(db, config.WAYSTAMP_SECRET);
  const metrics = createMetrics();
  const { provider, demo } = await openProvider(options, secretFor('demo'));
  const { blobStore, embeddedBlobs, tidyBlobs } = openBlobs(options, secretFor('blob'));
  const { identity, embeddedIdentity } = await openIdentity(options);

  const demoKeys = demo === null ? null : (domain: string) => demo.dkimKeys(domain);
  const published = createPublishedCatalogs(db);
  const catalogs = openCurrentCatalog(
    { ...config, builtIn: options.catalog ?? builtInCatalog(config.operator) },
    published,
    log,
    options.fetch ?? fetch,
  );
  await catalogs.refresh();
  const listed = await openOrganiserSet(db, config.WAYSTAMP_ORGANISER_SET, () => catalogs.get(), log);
  const dkimArchive = createDkimArchive(db);
  const removals = createDkimRemovals(db);
  measureDatabase(database, metrics);
  measureArchive(dkimArchive, () => published.signerDomains(), now, metrics);

  const engine = measureEngine(options.engine ?? (await startPsiEngine()), metrics.registry);
  const ready = createReadiness(() => database.ping(), now);
  const disclosures = createDisclosures({ db, catalogs, now });
  let draining = false;
  const app = createApp({
    clientConfig: clientConfig(config),
    catalogs,
    sessions: createSessions({ db, provider, key: secretFor('session'), now }),
    // An object that the store fails to remove goes with the next clean-up.
    accounts: createAccounts(db, (link) => void blobStore.remove(link).catch(() => undefined)),
    holdings: createHoldings(db, blobStore, disclosures),
    disclosures,
    announcements: createAnnouncements(blobStore, engine.psi),
    blobStore,
    embeddedBlobs,
    identity,
    embeddedIdentity,
    comparisons: measureComparisons(
      createComparisons({
        db,
        engine,
        listed: () => listed.get(),
        catalogs,
        disclosures,
        now,
      }),
      metrics.registry,
    ),
    dkimKeys: createDkimKeys({
      archive: dkimArchive,
      removals,
      catalog: () => catalogs.get(),
      published,
      demoKeys,
      now,
    }),
    limits: createLimits(
      {
        callsPerMinute: config.LIMIT_CALLS_PER_MINUTE,
        failedSignInsPerMinute: config.LIMIT_FAILED_SIGN_INS_PER_MINUTE,
        identitiesPerHour: config.LIMIT_IDENTITIES_PER_HOUR,
        announcementsPerHour: config.LIMIT_ANNOUNCEMENTS_PER_HOUR,
        comparisonsPerHour: config.LIMIT_COMPARISONS_PER_HOUR,
        uploadTokenMs: CLIENT_TOKEN_MS,
      },
      limitCounter(metrics.registry),
    ),
    log,
    metrics,
    metricsToken: config.METRICS_TOKEN ?? null,
    demo,
    ready: async () => {
      if (draining) throw new Error('draining');
      await ready();
    },
    clientAddress: createClientAddress(config.TRUSTED_PROXIES),
    origins,
    now,
    page,
    ownHostOnly: config.ownMachineOnly,
    https: config.PUBLIC_ORIGIN?.startsWith('https:') ?? false,
  });

  const tidying = setInterval(() => {
    for (const work of [tidy(db, now()), tidyBlobs()]) {
      work.catch((error: unknown) => log.error(describeError(error), 'tidying failed'));
    }
  }, TIDY_MS);
  tidying.unref();
  const refreshing = setInterval(() => {
    // A set names facts of the catalog.
    catalogs
      .refresh()
      .then(() => listed.refresh())
      .catch((error: unknown) => log.error(describeError(error), 'what is asked could not be published'));
  }, REFRESH_MS);
  refreshing.unref();

  const dkimSchedule = createDkimSchedule({
    archive: dkimArchive,
    domains: () => published.signerDomains(),
    shippedNames: () => catalogs.get().events.flatMap((event) => event.dkimKeys.map(({ name }) => name)),
    resolver: () => createTxtResolver(config.DNS_SERVERS),
    log,
    now,
  });
  dkimSchedule.start();

  return {
    app,
    drain: () => {
      draining = true;
    },
    close: async () => {
      clearInterval(tidying);
      clearInterval(refreshing);
      await dkimSchedule.stop();
      await engine.close();
    },
  };
}

async function openProvider(
  { config, fetch: send = fetch, now = Date.now }: OpenOptions,
  secret: Uint8Array,
): Promise<{ provider: Provider; demo: Demo | null }> {
  const clientId = config.GOOGLE_CLIENT_ID;
  if (clientId !== undefined) {
    return { provider: createGoogleProvider({ clientId, fetch: send, now }), demo: null };
  }
  const demo = await openDemo(config, secret, now);
  return { provider: createDemoProvider(demo, now), demo };
}

function openBlobs(
  { config, database, origins, fetch: send = fetch, now = Date.now }: OpenOptions,
  key: Uint8Array,
): { blobStore: BlobStore; embeddedBlobs: EmbeddedBlobDeps | null; tidyBlobs: () => Promise<void> } {
  const vercelToken = config.BLOB_READ_WRITE_TOKEN;
  if (vercelToken !== undefined) {
    const edges = { fetch: send, now };
    const hosted = createHostedObjects(database.db, vercelToken, edges);
    const store = createVercelStore(vercelToken, edges);
    const mintClientToken = async (pathname: string): Promise<string> => {
      await hosted.granted(pathname);
      return store.mintClientToken(pathname);
    };
    return { blobStore: { ...store, mintClientToken }, embeddedBlobs: null, tidyBlobs: () => hosted.tidy() };
  }
  const objects = createBlobObjects(database.db);
  const readWriteToken = embeddedReadWriteToken(key);
  return {
    blobStore: createEmbeddedStore({ objects, readWriteToken, origins, now }),
    embeddedBlobs: { objects, uploads: createBlobUploads(database.db, now), readWriteToken },
    // The database's own clean-up removes them.
    tidyBlobs: async () => undefined,
  };
}

async function openIdentity({
  config,
  database,
  fetch: send = fetch,
  now = Date.now,
}: OpenOptions): Promise<{ identity: Identity; embeddedIdentity: EmbeddedIdentity | null }> {
  if (config.firebase !== null) {
    const { projectId } = config.firebase;
    return { identity: createFirebaseIdentity({ projectId, fetch: send, now }), embeddedIdentity: null };
  }
  const embeddedIdentity = await createEmbeddedIdentity(database.db, now);
  return { identity: embeddedIdentity, embeddedIdentity };
}

/** An unreadable mbox is reported at the start. The generated mailbox is made while the server already serves. */
async function openDemo(config: Config, secret: Uint8Array, now: () => number): Promise<Demo> {
  const demo = createDemo({
    secret,
    now,
    tokenSeconds: config.WAYSTAMP_DEMO_TOKEN_SECONDS,
    delayMs: config.WAYSTAMP_DEMO_DELAY_MS,
    mboxPath: config.WAYSTAMP_DEMO_MBOX ?? null,
    mboxOwner: config.WAYSTAMP_DEMO_OWNER ?? null,
    demoCase: config.WAYSTAMP_DEMO_CASE,
    ...(config.PUBLIC_ORIGIN === undefined ? {} : { origin: config.PUBLIC_ORIGIN }),
  });
  if (config.WAYSTAMP_DEMO_MBOX !== undefined) {
    try {
      await demo.mailbox();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown reason';
      throw new StartError(`WAYSTAMP_DEMO_MBOX (${config.WAYSTAMP_DEMO_MBOX}) cannot be served: ${reason}`, {
        cause,
      });
    }
  }
  return demo;
}

/** Our own addresses are paths, so that they work under any origin. */
function clientConfig(config: Config): ClientConfig {
  const google = config.GOOGLE_CLIENT_ID;
  return {
    provider: google === undefined ? 'demo' : 'google',
    googleClientId: google ?? null,
    blobApiUrl: config.BLOB_READ_WRITE_TOKEN === undefined ? '/blob' : null,
    firebase: config.firebase ?? EMBEDDED_FIREBASE,
    identityEmulatorUrl: config.firebase === null ? '/' : null,
  };
}
