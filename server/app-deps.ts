/**
 * The parts of the app. Uses types of the web platform only, so that the worker can read the API's type without Node's.
 */
import type { Hono } from 'hono';
import type { Catalogs } from './catalog/contract.ts';
import type { AccountHoldings, Accounts, Announcements } from './accounts/contract.ts';
import type { BlobStore, EmbeddedBlobDeps } from './blob/contract.ts';
import type { Disclosures } from './disclosures/contract.ts';
import type { DkimKeys } from './dkim/contract.ts';
import type { EmbeddedIdentity, Identity } from './identity/contract.ts';
import type { Log, Metrics } from './operator/contract.ts';
import type { Comparisons } from './psi/contract.ts';
import type { Sessions } from './session/contract.ts';
import type { ClientConfig } from './web/client-config.ts';
import type { ClientAddress, Limits } from './web/contract.ts';

export interface AppDeps {
  clientConfig: ClientConfig;
  catalogs: Catalogs;
  sessions: Sessions;
  accounts: Accounts;
  holdings: AccountHoldings;
  disclosures: Disclosures;
  announcements: Announcements;
  blobStore: BlobStore;
  /** Null when Vercel Blob is the store. */
  embeddedBlobs: EmbeddedBlobDeps | null;
  identity: Identity;
  /** Null when Firebase is the identity service. */
  embeddedIdentity: EmbeddedIdentity | null;
  comparisons: Comparisons;
  dkimKeys: DkimKeys;
  limits: Limits;
  log: Log;
  metrics: Metrics;
  /** The token for reading the metrics; null allows it only on a server for this machine alone. */
  metricsToken: string | null;
  /** Null with a Google client id. */
  demo: { routes: Hono } | null;
  /** Rejects when the server cannot serve (database, PSI). */
  ready(): Promise<void>;
  clientAddress: ClientAddress;
  /** The origins under which people reach this server; the first is the preferred one. */
  origins: () => readonly string[];
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The folder of the built page; null when another program serves the page. */
  page: string | null;
  /** True when the server is for this machine alone. */
  ownHostOnly: boolean;
  /** True when people reach this server over https only. */
  https: boolean;
}
