/** Both providers, with a good token for any address, and every credential that is none. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { createAccessTokens } from '../../../../server/demo/oauth/access-token.ts';
import { SCOPES, anonymousToken, openTestServer } from '../../../support/server/harness.ts';
import { demoKey } from '../../../support/server/sign-in.ts';
import type { Reachable, TestServer } from '../../../support/server/harness.ts';

/** What a caller adds to a request. */
export interface Credential {
  headers?: Record<string, string>;
  /** Members of the query. */
  query?: Record<string, string>;
}

export interface Setting {
  server: TestServer;
  /** The server with this provider's good tokens. */
  people: Reachable;
}

type Wrong = [name: string, credential: (setting: Setting, email: string) => Promise<Credential>];

const bearer = (token: string): Credential => ({ headers: { authorization: `Bearer ${token}` } });
const seconds = (): number => Math.floor(Date.now() / 1000);

/** What any provider's calls refuse, though some hold a good token for the address. */
const MISUSED: Wrong[] = [
  ['missing', async () => ({})],
  ['empty', async () => ({ headers: { authorization: 'Bearer ' } })],
  ['of no scheme', async ({ people }, email) => ({ headers: { authorization: await people.token(email) } })],
  [
    'of the scheme Basic',
    async (_, email) => ({ headers: { authorization: `Basic ${btoa(`${email}:x`)}` } }),
  ],
  [
    'a good token under another scheme',
    async ({ people }, email) => ({ headers: { authorization: `Token ${await people.token(email)}` } }),
  ],
  [
    'a good token with more behind it',
    async ({ people }, email) => bearer(`${await people.token(email)} ${await people.token(email)}`),
  ],
  [
    'a good token in the query',
    async ({ people }, email) => ({ query: { access_token: await people.token(email) } }),
  ],
  [
    'a good token in a cookie',
    async ({ people }, email) => ({ headers: { cookie: `access_token=${await people.token(email)}` } }),
  ],
  ['garbage', async () => bearer('not-a-token')],
  ['too long', async () => bearer('x'.repeat(4097))],
  ['an anonymous identity’s token', async ({ server }) => bearer(await anonymousToken(server))],
];

async function demoToken(
  email: string,
  change: (jwt: SignJWT) => SignJWT = (jwt) => jwt,
  key: Uint8Array = demoKey(),
): Promise<string> {
  const jwt = new SignJWT({ scope: SCOPES.join(' ') })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('waystamp-demo-provider')
    .setAudience('waystamp-demo')
    .setSubject(email)
    .setJti('1')
    .setIssuedAt()
    .setExpirationTime('1h');
  return change(jwt).sign(key);
}

const WRONG_DEMO: Wrong[] = [
  ...MISUSED,
  [
    'signed by another key',
    async (_, email) => bearer(await demoToken(email, undefined, new Uint8Array(32))),
  ],
  [
    'unsigned',
    async (_, email) =>
      bearer(
        new UnsecuredJWT({ scope: SCOPES.join(' ') })
          .setIssuer('waystamp-demo-provider')
          .setAudience('waystamp-demo')
          .setSubject(email)
          .setJti('1')
          .setIssuedAt()
          .setExpirationTime('1h')
          .encode(),
      ),
  ],
  ['cut off', async (_, email) => bearer((await demoToken(email)).slice(0, -1))],
  ['of another issuer', async (_, email) => bearer(await demoToken(email, (jwt) => jwt.setIssuer('x')))],
  ['for another client', async (_, email) => bearer(await demoToken(email, (jwt) => jwt.setAudience('x')))],
  [
    'expired',
    async (_, email) => bearer(await demoToken(email, (jwt) => jwt.setExpirationTime(seconds() - 1))),
  ],
  [
    'not in force yet',
    async (_, email) => bearer(await demoToken(email, (jwt) => jwt.setNotBefore(seconds() + 600))),
  ],
  [
    'without the scope for the address',
    async (_, email) =>
      bearer((await createAccessTokens(demoKey(), 3600, Date.now).issue(email, ['profile'])).token),
  ],
  ['of an address that looks alike', async (_, email) => bearer(await demoToken(lookAlike(email)))],
  [
    'revoked',
    async ({ server }, email) => {
      const token = await server.token(email);
      await server.request('/demo/revoke', { method: 'POST', body: new URLSearchParams({ token }) });
      return bearer(token);
    },
  ],
];

export const GOOGLE_CLIENT = '123-abc.apps.googleusercontent.com';

/** What Google says of a good token; `email` is part of the token here. */
const vouched = (email: string): object => ({
  azp: GOOGLE_CLIENT,
  aud: GOOGLE_CLIENT,
  sub: '1',
  scope: 'openid https://www.googleapis.com/auth/userinfo.email',
  exp: String(seconds() + 3000),
  expires_in: '3000',
  email,
  email_verified: 'true',
  access_type: 'online',
});

/** How Google's answer differs, by the kind that a token names. */
const SPOILT: Record<string, (email: string) => object> = {
  'for another client': () => ({ aud: 'x.apps.googleusercontent.com' }),
  'for another client, through ours': () => ({ aud: 'x.apps.googleusercontent.com', azp: GOOGLE_CLIENT }),
  expired: () => ({ expires_in: '0' }),
  'without the scope for the address': () => ({ email: undefined, email_verified: undefined }),
  'of an address that is not verified': () => ({ email_verified: 'false' }),
  'of an address whose verification is not told': () => ({ email_verified: undefined }),
  'of an address that looks alike': (email) => ({ email: lookAlike(email) }),
};

const googleToken = (kind: string, email: string): string =>
  `ya29.${Buffer.from(JSON.stringify([kind, email])).toString('base64url')}`;

/** Google's tokeninfo at the network edge: it knows the tokens of {@link googleToken} and no others. */
const tokenInfo: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const token = new URLSearchParams(await request.text()).get('access_token') ?? '';
  try {
    const text = Buffer.from(/^ya29\.([\w-]+)$/.exec(token)?.[1] ?? '', 'base64url').toString();
    const [kind, email] = JSON.parse(text) as [string, string];
    return Response.json({ ...vouched(email), ...SPOILT[kind]?.(email) });
  } catch {
    return Response.json({ error: 'invalid_token', error_description: 'Invalid Value' }, { status: 400 });
  }
};

const WRONG_GOOGLE: Wrong[] = [
  ...MISUSED,
  ['a demo token', async (_, email) => bearer(await demoToken(email))],
  ...Object.keys(SPOILT).map((kind): Wrong => [kind, async (_, email) => bearer(googleToken(kind, email))]),
];

/** U+212A KELVIN SIGN, whose lower case in JavaScript is k. */
export function lookAlike(email: string): string {
  return email.replace('k', '\u212A');
}

export const PROVIDERS: [name: string, open: () => Promise<Setting>, wrong: Wrong[]][] = [
  [
    'the demo provider',
    async () => {
      const server = await openTestServer({ listen: true });
      return { server, people: server };
    },
    WRONG_DEMO,
  ],
  [
    'Google',
    async () => {
      const env = { GOOGLE_CLIENT_ID: GOOGLE_CLIENT };
      const server = await openTestServer({ listen: true, env, fetch: tokenInfo });
      return { server, people: { ...server, token: async (email) => googleToken('good', email) } };
    },
    WRONG_GOOGLE,
  ],
];
