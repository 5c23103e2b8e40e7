/**
 * Tests with a server that has a Google client id. A stand-in for Google at the network edge has its script, button,
 * window, keys, mailbox and revocation.
 */
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Route } from '@playwright/test';
import type { ServerProcess } from '../../scripts/server-process.ts';
import { createGoogleIssuer, GOOGLE_CLIENT } from '../support/server/google-issuer.ts';
import type { GoogleIssuer, Spoilt } from '../support/server/google-issuer.ts';
import { SERVER_START_MS, startServer, test as recorded } from './recorded.ts';

export const ADDRESS = 'sam.rivers@gmail.com';

const ACCOUNT =
  'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile';
export const GRANTS = {
  account: `${ACCOUNT} openid`,
  mailbox: `${ACCOUNT} openid https://www.googleapis.com/auth/gmail.readonly`,
} as const;

/** How a window ends: with a token, an OAuth error, or neither. */
export type WindowEnd =
  | { access_token: string; scope: string; expires_in: number; token_type: 'Bearer' }
  | { error: string }
  | { type: 'popup_closed' | 'popup_failed_to_open' };

export function granted(access_token: string, grant: keyof typeof GRANTS = 'mailbox'): WindowEnd {
  return { access_token, scope: GRANTS[grant], expires_in: 3599, token_type: 'Bearer' };
}

/** The options with which Google's button was drawn. */
export interface DrawnButton {
  client_id: string;
  nonce: string;
  login_hint?: string;
}

/** The options with which a window was opened. */
export interface OpenedWindow {
  scope: string;
  include_granted_scopes: boolean;
  prompt: string;
  login_hint: string;
}

export interface Google {
  /** Every request to a Google host, as `METHOD host/path`. */
  readonly asked: string[];
  /** The `Referer` of each request for Google's script. */
  readonly referrers: (string | null)[];
  /** Every press of Google's button. */
  readonly presses: DrawnButton[];
  readonly windows: OpenedWindow[];
  readonly revoked: string[];
  /** How often auto-select was disabled. */
  readonly autoSelectEnded: () => number;
  /** How the next windows end, in order. */
  readonly ends: WindowEnd[];
  /** Tokens that Gmail accepts; others get 401. */
  readonly good: Set<string>;
  /** The defect of the next ID token. */
  spoilt: Spoilt;
  /** Whose mailbox the token opens. */
  mailbox: string;
  /** Whether Google's script is reachable. */
  reachable: boolean;
  /** Whether Gmail returns the profile. */
  tellsProfile: boolean;
}

const MAIL = [
  'From: Devcon <tickets@devcon.org>',
  `To: ${ADDRESS}`,
  'Subject: Your Devcon ticket',
  'Date: Tue, 1 Oct 2024 10:00:00 +0000',
  'Content-Type: text/plain',
  '',
  'Your ticket for Devcon. Bring it to the venue for check-in.',
  '',
];
const MESSAGE = {
  id: 'a1',
  threadId: 'a1',
  labelIds: ['INBOX'],
  internalDate: '1727776800000',
  raw: Buffer.from(MAIL.join('\r\n')).toString('base64url'),
  payload: {
    mimeType: 'text/plain',
    headers: MAIL.slice(0, 5).map((line) => {
      const [name = '', value = ''] = line.split(': ');
      return { name, value };
    }),
    body: { data: Buffer.from(MAIL[6] ?? '').toString('base64url') },
  },
};

/** What Google's script offers to the page; the stand-in answers `askGoogle`. */
function script(): void {
  const page = globalThis as unknown as {
    google: unknown;
    askGoogle: (what: 'disableAutoSelect' | 'button' | 'window', question?: unknown) => Promise<unknown>;
  };
  interface IdConfig {
    client_id: string;
    nonce: string;
    login_hint?: string;
    callback: (answer: unknown) => void;
  }
  interface TokenConfig {
    scope: string;
    include_granted_scopes: boolean;
    login_hint: string;
    callback: (answer: unknown) => void;
    error_callback: (answer: unknown) => void;
  }
  let id: IdConfig | null = null;
  const press = async ({ callback, client_id, nonce, login_hint }: IdConfig): Promise<void> => {
    const credential = await page.askGoogle('button', { client_id, nonce, login_hint });
    callback({ credential, select_by: 'btn' });
  };
  const open = async (config: TokenConfig, prompt: string): Promise<void> => {
    const { scope, include_granted_scopes, login_hint } = config;
    const question = { scope, include_granted_scopes, prompt, login_hint };
    const answer = (await page.askGoogle('window', question)) as { type?: string };
    if (answer.type === undefined) config.callback(answer);
    else config.error_callback(answer);
  };
  page.google = {
    accounts: {
      id: {
        initialize: (config: IdConfig) => {
          id = config;
        },
        renderButton: (parent: HTMLElement) => {
          const button = document.createElement('button');
          button.textContent = 'Continue with Google';
          button.addEventListener('click', () => (id === null ? undefined : void press(id)));
          parent.replaceChildren(button);
        },
        disableAutoSelect: () => void page.askGoogle('disableAutoSelect'),
      },
      oauth2: {
        initTokenClient: (config: TokenConfig) => ({
          requestAccessToken: ({ prompt }: { prompt: string }) => void open(config, prompt),
        }),
      },
    },
  };
}

async function standInForGoogle(context: BrowserContext, issuer: GoogleIssuer): Promise<Google> {
  let ended = 0;
  const google: Google = {
    asked: [],
    referrers: [],
    presses: [],
    windows: [],
    revoked: [],
    ends: [],
    good: new Set(),
    spoilt: {},
    mailbox: ADDRESS,
    reachable: true,
    tellsProfile: true,
    autoSelectEnded: () => ended,
  };
  await context.exposeFunction('askGoogle', (what: string, question: DrawnButton | OpenedWindow) => {
    if (what === 'disableAutoSelect') {
      ended += 1;
      return null;
    }
    if ('nonce' in question) {
      google.presses.push(question);
      const { spoilt } = google;
      google.spoilt = {};
      return issuer.idToken(ADDRESS, question.nonce, spoilt);
    }
    google.windows.push(question);
    return google.ends.shift() ?? { type: 'popup_closed' };
  });
  const headers = { 'access-control-allow-origin': '*' };
  const gmail = async (route: Route, path: string): Promise<void> => {
    const json = (status: number, body: unknown) => route.fulfill({ status, headers, json: body });
    const authorization = (await route.request().allHeaders())['authorization'] ?? '';
    if (path.endsWith('/profile')) {
      if (!google.tellsProfile) return json(500, {});
      return json(200, { emailAddress: google.mailbox, messagesTotal: 1, historyId: '1' });
    }
    if (path.endsWith('/messages')) return json(200, { messages: [{ id: 'a1' }], resultSizeEstimate: 1 });
    if (path.endsWith('/history')) return json(200, { historyId: '1' });
    if (google.good.has(authorization.replace('Bearer ', ''))) return json(200, MESSAGE);
    return json(401, { error: { code: 401, status: 'UNAUTHENTICATED' } });
  };
  await context.route(/^https:\/\/([a-z0-9-]+\.)*(google|googleapis|gstatic)\.com\//, async (route) => {
    const request = route.request();
    const { host, pathname } = new URL(request.url());
    google.asked.push(`${request.method()} ${host}${pathname}`);
    if (!google.reachable) return route.abort();
    if (pathname === '/gsi/client') google.referrers.push(await request.headerValue('referer'));
    if (pathname === '/gsi/client')
      return route.fulfill({ contentType: 'text/javascript', body: `(${script.toString()})();` });
    if (host === 'gmail.googleapis.com') return gmail(route, pathname);
    if (pathname === '/revoke') {
      google.revoked.push(new URLSearchParams(request.postData() ?? '').get('token') ?? '');
      return route.fulfill({ status: 200 });
    }
    return route.fulfill({ status: 404, headers });
  });
  return google;
}

async function startGoogleServer(issuer: GoogleIssuer): Promise<ServerProcess> {
  const edge = fileURLToPath(new URL('google-server.ts', import.meta.url));
  const published = await issuer.fetch('https://www.googleapis.com/oauth2/v3/certs');
  return startServer({
    env: {
      GOOGLE_CLIENT_ID: GOOGLE_CLIENT,
      GOOGLE_KEYS: await published.text(),
      NODE_OPTIONS: `--import ${edge}`,
    },
  });
}

interface Shared {
  issuer: GoogleIssuer;
  server: ServerProcess;
}

/** One server for all of them. */
export const test = recorded.extend<{ google: Google }, Shared>({
  issuer: [
    // The first argument must be destructured: the fixture depends on no other.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => use(await createGoogleIssuer()),
    { scope: 'worker' },
  ],
  server: [
    async ({ issuer }, use) => {
      const server = await startGoogleServer(issuer);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: SERVER_START_MS },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  google: async ({ context, issuer }, use) => use(await standInForGoogle(context, issuer)),
});

export { expect } from './recorded.ts';
