/** The server in-process, with its own database, and people who use it as the worker does. */
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import type { AddressInfo } from 'node:net';
import { put } from '@vercel/blob/client';
import type { Catalog } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { PrivateKeys } from '../../../psi-wasm/index.ts';
import type { Api } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import type { Database } from '../../../server/database/open.ts';
import { openServer } from '../../../server/open.ts';
import type { PsiEngine } from '../../../server/psi/engine.ts';
import type { Log } from '../../../server/operator/contract.ts';
import { appListener, createHttpServer } from '../../../server/web/http-server.ts';
import { announceCall, jsonPost, send, uploadTokenCall } from './api-calls.ts';
import { logFaults } from './log-faults.ts';
import { NO_DNS } from '../network/no-dns.ts';
import { watchAnswers } from './openapi/watched-app.ts';
import { SECRET, demoIdTokens, signedInOnce } from './sign-in.ts';
import type { IssueIdToken } from './sign-in.ts';
import { openTestDatabase } from './test-database.ts';

// If `localhost` has two addresses, Node tries the second when the first has not answered within a quarter of a second.
// No server of the tests listens there, and this process may just have been too busy computing a comparison to notice.
setDefaultAutoSelectFamilyAttemptTimeout(60_000);

export interface TestServer {
  app: Api;
  database: Database;
  /** Every line that was logged, as JSON. */
  logged: string[];
  /** `http://localhost:PORT` when it listens, otherwise `http://localhost`. */
  origin: string;
  /** A call in-process. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** A session of somebody with this address. */
  token(email: string): Promise<string>;
  drain(): void;
  /** Rejects if an answer did not match the server's OpenAPI document, or the log holds something forbidden. */
  close(): Promise<void>;
}

/** The part of a server that the people below need: in-process, or a separate process. */
export type Reachable = Pick<TestServer, 'origin' | 'request' | 'token'>;

export interface TestServerOptions {
  env?: Record<string, string>;
  fetch?: typeof fetch;
  now?: () => number;
  page?: string;
  /** The catalog to ask about instead of the built-in one. */
  catalog?: Catalog;
  /** Signer domains of another catalog than the repo's, which the log may then name. */
  domains?: readonly string[];
  /** The threads of round 2, ended with the server. */
  engine?: PsiEngine;
  /** Makes ID tokens of the server's provider; by default the demo's. */
  idTokens?: IssueIdToken;
  /** Listens on a free port, for clients that need one. */
  listen?: boolean;
}

export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { env = {}, page = null, listen = false, now = Date.now } = options;
  const config = readConfig({
    WAYSTAMP_SECRET: SECRET,
    WAYSTAMP_DEMO_CASE: 'empty',
    // Some listen on a network, or claim to.
    ...(env['GOOGLE_CLIENT_ID'] === undefined ? { WAYSTAMP_DEMO: '1' } : {}),
    DNS_SERVERS: NO_DNS,
    ...env,
  });
  const { database, remove } = await openTestDatabase();
  const logged: string[] = [];
  const write = (fields: object, message: string): void => {
    logged.push(JSON.stringify({ ...fields, message }));
  };
  const log: Log = { debug: write, info: write, warn: write, error: write };
  let origin = 'http://localhost';
  const { fetch: edge, engine, catalog, domains = [] } = options;
  const opened = await openServer({
    config,
    database,
    log,
    page,
    now,
    origins: () => [origin],
    ...(edge === undefined ? {} : { fetch: edge }),
    ...(engine === undefined ? {} : { engine }),
    ...(catalog === undefined ? {} : { catalog }),
  });
  const watched = await watchAnswers(opened.app);
  let server: Server | undefined;
  if (listen) {
    const listening = createHttpServer().on('request', appListener(watched, 'localhost', log));
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(listening.address() as AddressInfo).port}`;
    server = listening;
  }
  const request: TestServer['request'] = async (path, init) =>
    watched.fetch(new Request(new URL(path, 'http://localhost'), init));
  return {
    app: opened.app,
    database,
    logged,
    get origin() {
      return origin;
    },
    request,
    token: signedInOnce({ request }, now, options.idTokens ?? demoIdTokens(now)),
    drain: () => opened.drain(),
    close: async () => {
      await new Promise<void>((resolve) => {
        if (server === undefined) resolve();
        else server.close(() => resolve());
      });
      await opened.close();
      await database.close();
      await remove();
      const faults = [...watched.faults, ...logFaults(logged, { ...watched, domains })];
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

/** Runs `use` with a server, which is closed afterwards in any case. */
export async function withTestServer(
  options: TestServerOptions,
  use: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await openTestServer(options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

export function randomPathname(): string {
  return `psi/${randomBytes(16).toString('hex')}`;
}

/** An anonymous identity's token, requested as the Firebase SDK does. */
export async function anonymousToken(server: Reachable): Promise<string> {
  const answer = await server.request(
    '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x',
    jsonPost(null, { returnSecureToken: true }),
  );
  return ((await answer.json()) as { idToken: string }).idToken;
}

/** A client token for an upload to `pathname`. */
export async function uploadToken(server: Reachable, token: string, pathname: string): Promise<string> {
  const identityToken = await anonymousToken(server);
  const answer = await send(server, uploadTokenCall({ token, identityToken }, pathname));
  if (!answer.ok) throw new Error(`upload token: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { clientToken: string }).clientToken;
}

/** Uploads with the `@vercel/blob` client. @returns the public link */
export async function upload(server: Reachable, token: string, bytes: Uint8Array): Promise<string> {
  const pathname = randomPathname();
  const clientToken = await uploadToken(server, token, pathname);
  process.env['VERCEL_BLOB_API_URL'] = `${server.origin}/blob`;
  const { url } = await put(pathname, new Blob([Uint8Array.from(bytes)]), {
    access: 'public',
    token: clientToken,
    contentType: 'application/octet-stream',
  });
  return url;
}

export interface Keys {
  privateKeys: PrivateKeys;
  publicKeys: Uint8Array;
  link: string;
}

/** Makes a key pair and uploads its public half. */
export async function publishKeys(server: Reachable, token: string): Promise<Keys> {
  const { privateKeys, publicKeys } = (await initPsi()).genKeys();
  return { privateKeys, publicKeys, link: await upload(server, token, publicKeys) };
}

export interface Person {
  email: string;
  token: string;
  id: string;
  keys: Keys;
}

/** Signs up: keys, upload, account. */
export async function signUp(server: Reachable, email: string): Promise<Person> {
  const token = await server.token(email);
  const keys = await publishKeys(server, token);
  const answer = await send(server, announceCall('create_account', { email, token }, keys.link));
  if (!answer.ok) throw new Error(`create account: ${answer.status} ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  return { email, token, id, keys };
}

/** Makes, publishes and announces new keys. */
export async function renewKeys(server: Reachable, person: Person): Promise<Keys> {
  const keys = await publishKeys(server, person.token);
  const answer = await send(server, announceCall('update_psi_keys', person, keys.link));
  if (!answer.ok) throw new Error(`update keys: ${answer.status} ${await answer.text()}`);
  person.keys = keys;
  return keys;
}
