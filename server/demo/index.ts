import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { gmailRoutes } from './gmail/routes.ts';
import { mboxDownload } from './mbox-download.ts';
import { OWNER } from './mailbox/draft.ts';
import { DEMO_SEED } from './mailbox/demo-case.ts';
import type { DemoCase } from './mailbox/demo-case.ts';
import type { DkimKey } from '../dkim/contract.ts';
import { loadMailbox } from './source/load.ts';
import type { MailSource } from './source/source.ts';
import { createMailStore } from './mailbox/store.ts';
import type { MailStore } from './mailbox/store.ts';
import { DEMO_CLIENT_ID, createAccessTokens } from './oauth/access-token.ts';
import type { DemoAccess } from './oauth/access-token.ts';
import { createAuthorizationCodes } from './oauth/authorization-code.ts';
import { createIdTokens } from './oauth/id-token.ts';
import type { DemoIdTokenRules } from './oauth/id-token.ts';
import { oauthRoutes } from './oauth/routes.ts';
import type { DemoAccount } from './oauth/routes.ts';

export { DEMO_SEED } from './mailbox/demo-case.ts';
export type { MailStore } from './mailbox/store.ts';

export interface DemoOptions {
  /** Signs tokens and codes; at least 32 bytes, the same on every copy of the server. */
  secret: Uint8Array;
  /** Lifetime of an access token; by default an hour. */
  tokenSeconds?: number;
  /** Delay of every mailbox call in milliseconds, to try slow networks. */
  delayMs?: number;
  /** Serve this mbox file instead of the generated mailbox (`WAYSTAMP_DEMO_MBOX`). */
  mboxPath?: string | null;
  /** With `mboxPath`: the mailbox's owner; by default the first Delivered-To. */
  mboxOwner?: string | null;
  /** Which generated mailbox (`WAYSTAMP_DEMO_CASE`); by default `full`. */
  demoCase?: DemoCase;
  /** Serve a generated mailbox of this many mails instead, 40 of them about travel, to measure with. */
  mails?: number;
  /** Seed of the generated mailbox; by default the demo's. */
  seed?: string;
  /** Runs before each mailbox call, after the check of the token; tests make calls fail here. */
  beforeMailbox?: MiddlewareHandler;
  /** This server's origin as browsers see it; by default taken from each request. */
  origin?: string;
  /** Milliseconds since the epoch; by default the system's clock. */
  now?: () => number;
}

/** The demo provider: plays Google's part on our own server. */
export interface Demo {
  /** `/demo/*` and `/gmail/v1/*`, with full paths: mount at the root. */
  routes: Hono;
  clientId: string;
  /** The rules for verifying a sign-in's ID tokens. */
  idTokens: DemoIdTokenRules;
  /** The mailbox, which is made in a thread from the start. Rejects when an mbox cannot be read. */
  mailbox(): Promise<MailStore>;
  /** The person and rights of a token; null when it is foreign, expired or revoked. */
  verifyAccessToken(token: string): Promise<DemoAccess | null>;
  /** The demo's DKIM keys for a domain, added to `GET /api/dkim/keys` in demo mode only. */
  dkimKeys(domain: string): Promise<DkimKey[]>;
}

const HOUR_SECONDS = 3600;

function sourceOf({ mboxPath, mboxOwner, mails, demoCase }: DemoOptions): MailSource {
  if (mboxPath) return { kind: 'mbox', path: mboxPath, owner: mboxOwner ?? null };
  if (mails !== undefined) return { kind: 'sized', mails };
  return { kind: 'generated', demoCase: demoCase ?? 'full' };
}

/** Starts the demo provider, and begins to make the mailbox in a thread. */
export function createDemo(options: DemoOptions): Demo {
  const { secret, tokenSeconds = HOUR_SECONDS, delayMs = 0, now = Date.now, origin } = options;
  const tokens = createAccessTokens(secret, tokenSeconds, now);
  const idTokens = createIdTokens(secret, now);
  const codes = createAuthorizationCodes(secret, DEMO_CLIENT_ID, now);

  const loading = loadMailbox(sourceOf(options), options.seed ?? DEMO_SEED);
  const opening = loading.then(({ owner, entries }) => createMailStore(owner, entries));
  // The rejection is reported to the first caller; an early one must not crash the process.
  opening.catch(() => undefined);
  const mailbox = (): Promise<MailStore> => opening;
  const account = async (): Promise<DemoAccount> => ({
    address: (await opening).owner,
    name: options.mboxPath ? null : OWNER.name,
  });

  const routes = new Hono();
  routes.route('/demo', oauthRoutes({ account, tokens, idTokens, codes, origin }));
  routes.route('/demo', mboxDownload(mailbox, !options.mboxPath));
  routes.route('/gmail/v1', gmailRoutes({ store: mailbox, tokens, before: options.beforeMailbox, delayMs }));

  return {
    routes,
    clientId: DEMO_CLIENT_ID,
    idTokens,
    mailbox,
    verifyAccessToken: (token) => tokens.verify(token),
    dkimKeys: async (domain) => (await loading).dkimKeys.get(domain) ?? [],
  };
}
