/**
 * Tests with a server that has a Google client id. Google stands at the network edge: its script, its window, its mailbox
 * and its revocation.
 */
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Route } from '@playwright/test';
import type { ServerProcess } from '../../scripts/server-process.ts';
import { SERVER_START_MS, startServer, test as recorded } from './recorded.ts';

export const ADDRESS = 'sam.rivers@gmail.com';

const ACCOUNT =
  'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile';
export const GRANTS = {
  account: `${ACCOUNT} openid`,
  mailbox: `${ACCOUNT} openid https://www.googleapis.com/auth/gmail.readonly`,
} as const;

/** How a window ends: with a token, an OAuth error, or none of both. */
export type WindowEnd =
  | { access_token: string; scope: string; expires_in: number; token_type: 'Bearer' }
  | { error: string }
  | { type: 'popup_closed' | 'popup_failed_to_open' };

export function granted(access_token: string, grant: keyof typeof GRANTS = 'mailbox'): WindowEnd {
  return { access_token, scope: GRANTS[grant], expires_in: 3599, token_type: 'Bearer' };
}

/** What a window was opened with. */
export interface OpenedWindow {
  scope: string;
  include_granted_scopes: boolean;
  prompt: string;
}

export interface Google {
  /** Every request to a host of Google's, as `METHOD host/path`. */
  readonly asked: string[];
  readonly windows: OpenedWindow[];
  readonly revoked: string[];
  /** How often the auto-select was ended. */
  readonly autoSelectEnded: () => number;
  /** How the next windows end, in order. */
  readonly ends: WindowEnd[];
  /** Tokens that Gmail takes for its mails; with others it answers 401. */
  readonly good: Set<string>;
  /** Whether Google's script can be had. */
  reachable: boolean;
  /** Whether Gmail tells whose mailbox it is. */
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

/** What Google's script gives the page; whoever plays Google answers `askGoogle`. */
function script(): void {
  const page = globalThis as unknown as {
    google: unknown;
    askGoogle: (question: unknown) => Promise<{ type?: string }>;
  };
  interface Config {
    scope: string;
    include_granted_scopes: boolean;
    callback: (answer: unknown) => void;
    error_callback: (answer: unknown) => void;
  }
  const open = async (config: Config, prompt: string): Promise<void> => {
    const { scope, include_granted_scopes } = config;
    const answer = await page.askGoogle({ scope, include_granted_scopes, prompt });
    if (answer.type === undefined) config.callback(answer);
    else config.error_callback(answer);
  };
  page.google = {
    accounts: {
      id: { disableAutoSelect: () => void page.askGoogle('disableAutoSelect') },
      oauth2: {
        initTokenClient: (config: Config) => ({
          requestAccessToken: ({ prompt }: { prompt: string }) => void open(config, prompt),
        }),
      },
    },
  };
}

async function standInForGoogle(context: BrowserContext): Promise<Google> {
  let ended = 0;
  const google: Google = {
    asked: [],
    windows: [],
    revoked: [],
    ends: [],
    good: new Set(),
    reachable: true,
    tellsProfile: true,
    autoSelectEnded: () => ended,
  };
  await context.exposeFunction('askGoogle', (question: 'disableAutoSelect' | OpenedWindow) => {
    if (question === 'disableAutoSelect') {
      ended += 1;
      return null;
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
      return json(200, { emailAddress: ADDRESS, messagesTotal: 1, historyId: '1' });
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
    if (pathname === '/gsi/client')
      return route.fulfill({ contentType: 'text/javascript', body: `(${script.toString()})();` });
    if (host === 'gmail.googleapis.com') return gmail(route, pathname);
    if (pathname === '/revoke') {
      google.revoked.push(new URLSearchParams(request.postData() ?? '').get('token') ?? '');
      return route.fulfill({ status: 200 });
    }
    return route.fulfill({ status: 200, headers, json: { email: ADDRESS } });
  });
  return google;
}

function startGoogleServer(): Promise<ServerProcess> {
  const edge = fileURLToPath(new URL('google-server.ts', import.meta.url));
  return startServer({
    env: {
      GOOGLE_CLIENT_ID: '1-a.apps.googleusercontent.com',
      GOOGLE_ADDRESS: ADDRESS,
      NODE_OPTIONS: `--import ${edge}`,
    },
  });
}

/** One server for all of them. */
export const test = recorded.extend<{ google: Google }, { server: ServerProcess }>({
  server: [
    // The first argument must be destructured: the fixture depends on no other.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startGoogleServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: SERVER_START_MS },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  google: async ({ context }, use) => use(await standInForGoogle(context)),
});

export { expect } from './recorded.ts';
