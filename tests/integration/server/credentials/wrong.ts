/** Every kind of credential that is not a valid session of the server. */
import { hkdfSync, randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { eq } from 'drizzle-orm';
import { createAccessTokens } from '../../../../server/demo/oauth/access-token.ts';
import { users } from '../../../../server/database/schema.ts';
import { anonymousToken } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { SECRET, demoIdTokens, demoKey, newNonce, openSession } from '../../../support/server/sign-in.ts';

/** What a caller adds to a request. */
export interface Credential {
  headers?: Record<string, string>;
  /** Parameters of the query. */
  query?: Record<string, string>;
}

type Code = 'session_invalid' | 'session_expired' | 'session_ended';
type Wrong = [
  name: string,
  code: Code,
  credential: (server: TestServer, email: string) => Promise<Credential>,
];

const GMAIL_SCOPES = ['email', 'profile', 'https://www.googleapis.com/auth/gmail.readonly'];

const bearer = (token: string): Credential => ({ headers: { authorization: `Bearer ${token}` } });
const seconds = (): number => Math.floor(Date.now() / 1000);

/** The key that signs sessions in an installation with this secret. */
function sessionKey(secret: string = SECRET): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'waystamp session v1', 32));
}

/** The claims of an account's session, with a change. */
function claimsOf(accountId: string, change: Record<string, unknown> = {}) {
  return {
    iss: 'urn:waystamp:session',
    aud: 'waystamp',
    sub: accountId,
    jti: randomUUID(),
    iat: seconds(),
    exp: seconds() + 3600,
    ...change,
  };
}

/** A token that this server could have made, except for the change. */
async function forged(
  server: TestServer,
  email: string,
  change: Record<string, unknown> = {},
  key: Uint8Array = sessionKey(),
): Promise<Credential> {
  const { user } = await openSession(server, email);
  return bearer(await new SignJWT(claimsOf(user.id, change)).setProtectedHeader({ alg: 'HS256' }).sign(key));
}

export const WRONG: Wrong[] = [
  ['missing', 'session_invalid', async () => ({})],
  ['empty', 'session_invalid', async () => ({ headers: { authorization: 'Bearer ' } })],
  [
    'of no scheme',
    'session_invalid',
    async (server, email) => ({ headers: { authorization: await server.token(email) } }),
  ],
  [
    'of the scheme Basic',
    'session_invalid',
    async (_, email) => ({ headers: { authorization: `Basic ${btoa(`${email}:x`)}` } }),
  ],
  [
    'a good one under another scheme',
    'session_invalid',
    async (server, email) => ({ headers: { authorization: `Token ${await server.token(email)}` } }),
  ],
  [
    'a good one with more behind it',
    'session_invalid',
    async (server, email) => bearer(`${await server.token(email)} ${await server.token(email)}`),
  ],
  [
    'a good one in the query',
    'session_invalid',
    async (server, email) => ({ query: { access_token: await server.token(email) } }),
  ],
  [
    'a good one in a cookie',
    'session_invalid',
    async (server, email) => ({ headers: { cookie: `access_token=${await server.token(email)}` } }),
  ],
  ['garbage', 'session_invalid', async () => bearer('not-a-token')],
  ['too long', 'session_invalid', async () => bearer('x'.repeat(4097))],
  ['an anonymous identity’s', 'session_invalid', async (server) => bearer(await anonymousToken(server))],
  ['a token of Google’s that reads mail', 'session_invalid', async () => bearer('ya29.a0AfB_reads-mail')],
  [
    'a token of the demo provider’s that reads mail',
    'session_invalid',
    async (_, email) =>
      bearer((await createAccessTokens(demoKey(), 3600, Date.now).issue(email, GMAIL_SCOPES)).token),
  ],
  [
    'an ID token that would open a session',
    'session_invalid',
    async (_, email) => bearer(await demoIdTokens()(email, newNonce())),
  ],
  [
    'of another installation',
    'session_invalid',
    (server, email) => forged(server, email, {}, sessionKey('the secret of another installation, elsewhere')),
  ],
  [
    'signed with another key of this server',
    'session_invalid',
    (server, email) => forged(server, email, {}, demoKey()),
  ],
  [
    'unsigned',
    'session_invalid',
    async (server, email) => {
      const { user } = await openSession(server, email);
      return bearer(new UnsecuredJWT(claimsOf(user.id)).encode());
    },
  ],
  ['cut off', 'session_invalid', async (server, email) => bearer((await server.token(email)).slice(0, -1))],
  [
    'changed after it was signed',
    'session_invalid',
    async (server, email) => {
      const [header, , signature] = (await server.token(email)).split('.');
      const { user } = await openSession(server, 'somebody.else@mail.example');
      const claims = Buffer.from(JSON.stringify(claimsOf(user.id))).toString('base64url');
      return bearer(`${header}.${claims}.${signature}`);
    },
  ],
  ['of another issuer', 'session_invalid', (server, email) => forged(server, email, { iss: 'x' })],
  ['for another app', 'session_invalid', (server, email) => forged(server, email, { aud: 'waystamp-demo' })],
  ['without a name', 'session_invalid', (server, email) => forged(server, email, { jti: undefined })],
  ['without an end', 'session_invalid', (server, email) => forged(server, email, { exp: undefined })],
  ['of an address', 'session_invalid', (server, email) => forged(server, email, { sub: email })],
  ['not in force yet', 'session_invalid', (server, email) => forged(server, email, { nbf: seconds() + 600 })],
  ['expired', 'session_expired', (server, email) => forged(server, email, { exp: seconds() - 1 })],
  [
    'of a sign-in that was ended',
    'session_ended',
    async (server, email) => {
      const { token } = await openSession(server, email);
      const credential = bearer(token);
      await server.request('/api/session', { method: 'DELETE', ...credential });
      return credential;
    },
  ],
  [
    'of an account that was deleted',
    'session_ended',
    async (server) => {
      const { token, user } = await openSession(server, 'deleted@mail.example');
      await server.database.db.delete(users).where(eq(users.id, user.id));
      return bearer(token);
    },
  ],
];

/** U+212A KELVIN SIGN; JavaScript's lower case of it is k. */
export function lookAlike(email: string): string {
  return email.replace('k', '\u212A');
}
