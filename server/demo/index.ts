import { Hono } from 'hono';
import { faultLayer } from './gmail/faults.ts';
import type { FaultPlan } from './gmail/faults.ts';
import { gmailRoutes } from './gmail/routes.ts';
import { mboxDownload } from './mbox-download.ts';
import { OWNER } from './mailbox/draft.ts';
import { DEMO_SEED } from './mailbox/demo-case.ts';
import type { DemoCase } from './mailbox/demo-case.ts';
import type { DkimKey } from '../ports.ts';
import { loadMailbox } from './mailbox/load.ts';
import type { MailSource } from './mailbox/source.ts';
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
export { seededFaults, USUAL_FAULTS } from './gmail/faults.ts';
export type { Fault, FaultPlan, MailboxCall } from './gmail/faults.ts';

export interface DemoOptions {
  /** Signs tokens and codes; at least 32 bytes, the same on every copy of the server. */
  secret: Uint8Array;
  /** How long an access token is valid; an hour when left out. */
  tokenSeconds?: number;
  /** Milliseconds that every mailbox call takes longer, to try slow networks. */
  delayMs?: number;
  /** Serve this mbox file instead of the generated mailbox (`WAYSTAMP_DEMO_MBOX`). */
  mboxPath?: string | null;
  /** With `mboxPath`: whose mailbox it is; the first Delivered-To when left out. */
  mboxOwner?: string | null;
  /** Which generated mailbox (`WAYSTAMP_DEMO_CASE`); `full` when left out. */
  demoCase?: DemoCase;
  /** Serve a generated mailbox of this many mails instead, 40 of them about travel, to measure with. */
  mails?: number;
  /** Of the generated mailbox and of the keys; the demo's own when left out. */
  seed?: string;
  /** Makes mailbox calls fail; none when left out. */
  faults?: FaultPlan;
  /** This server's origin as browsers see it; taken from each request when left out. */
  origin?: string;
  /** Milliseconds since the epoch; the clock when left out. */
  now?: () => number;
}

/** The demo provider: what Google is to the product, on our own server. */
export interface Demo {
  /** `/demo/*` and `/gmail/v1/*`, with full paths: mount at the root. */
  routes: Hono;
  clientId: string;
  /** What verifies the ID tokens of a sign-in. */
  idTokens: DemoIdTokenRules;
  /** The mailbox; it is made in a thread from the start on. Rejects when an mbox cannot be read. */
  mailbox(): Promise<MailStore>;
  /** Whom a token stands for; null when it is not ours, has expired or was revoked. */
  verifyAccessToken(token: string): Promise<DemoAccess | null>;
  /** The demo's own DKIM keys of a domain, an overlay for `GET /api/dkim/keys` in demo mode only. */
  dkimKeys(domain: string): Promise<DkimKey[]>;
}

const HOUR_SECONDS = 3600;

function sourceOf({ mboxPath, mboxOwner, mails, demoCase }: DemoOptions): MailSource {
  if (mboxPath) return { kind: 'mbox', path: mboxPath, owner: mboxOwner ?? null };
  if (mails !== undefined) return { kind: 'sized', mails };
  return { kind: 'generated', demoCase: demoCase ?? 'full' };
}

/** Starts the demo provider (DESIGN 7, demo mailbox). Making the mailbox begins at once, in a thread. */
export function createDemo(options: DemoOptions): Demo {
  const { secret, tokenSeconds = HOUR_SECONDS, delayMs = 0, now = Date.now, origin } = options;
  const tokens = createAccessTokens(secret, tokenSeconds, now);
  const idTokens = createIdTokens(secret, now);
  const codes = createAuthorizationCodes(secret, DEMO_CLIENT_ID, now);

  const loading = loadMailbox(sourceOf(options), options.seed ?? DEMO_SEED);
  const opening = loading.then(({ owner, entries }) => createMailStore(owner, entries));
  // Whoever asks for the mailbox hears of a failure; until then it must not end the process.
  opening.catch(() => undefined);
  const mailbox = (): Promise<MailStore> => opening;
  const account = async (): Promise<DemoAccount> => ({
    address: (await opening).owner,
    name: options.mboxPath ? null : OWNER.name,
  });

  const routes = new Hono();
  routes.route('/demo', oauthRoutes({ account, tokens, idTokens, codes, origin }));
  routes.route('/demo', mboxDownload(mailbox, !options.mboxPath));
  routes.route(
    '/gmail/v1',
    gmailRoutes({ store: mailbox, tokens, faults: faultLayer(options.faults, now), delayMs }),
  );

  return {
    routes,
    clientId: DEMO_CLIENT_ID,
    idTokens,
    mailbox,
    verifyAccessToken: (token) => tokens.verify(token),
    dkimKeys: async (domain) => (await loading).dkimKeys.get(domain) ?? [],
  };
}
