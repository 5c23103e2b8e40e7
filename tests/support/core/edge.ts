/**
 * The network edge of the worker core, scripted: one loopback server that answers as our server, the
 * identity service, the blob store, the demo provider and the mailbox do. Round 2 is the real one.
 */
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { CATALOG, FACTS } from '../../../catalog/index.ts';
import type { FactId } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { SignInRequest } from '../../../worker/contract.ts';
import { createLoopback } from '../network/loopback.ts';
import { EVERY_SLOT, bitsOf, slotOfFact } from '../psi/slots.ts';

export const ADDRESS = 'robin.keller@mail.example';
const MAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.readonly';

/** What a page sends after the consent page of the demo provider. */
export const SIGN_IN: SignInRequest = {
  provider: 'demo',
  code: 'code',
  codeVerifier: 'verifier',
  redirectUri: 'http://localhost/',
};

/** An answer in place of the usual one; null cuts the connection. */
export type Scripted = () => Response | null | Promise<Response | null>;

export interface Edge {
  origin: string;
  /** `METHOD /path` of every request, in order. */
  calls: string[];
  /** Bodies of JSON requests by path, in order. */
  sent: { path: string; body: unknown }[];
  /** The next requests of this kind get these answers, one each; later ones the usual answer. */
  script(call: string, ...answers: Scripted[]): void;
  /** Addresses that have an account. */
  accounts: Set<string>;
  /** Facts on the server's list; every slot is set when it is `everything`. */
  listed: Set<FactId> | 'everything';
  /** Whose mailbox it is, and what the token may do. */
  address: string;
  scope: string;
  expiresIn: number;
  close(): Promise<void>;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** A part of an unsigned token, as the identity service makes them in emulator mode. */
function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export async function startEdge(): Promise<Edge> {
  const psi = await initPsi();
  const scripts = new Map<string, Scripted[]>();
  const stored = new Map<string, Uint8Array>();
  let announced = '';
  const app = new Hono();
  const loopback = createLoopback();

  const edge: Edge = {
    origin: '',
    calls: [],
    sent: [],
    script: (call, ...answers) => scripts.set(call, [...(scripts.get(call) ?? []), ...answers]),
    accounts: new Set(),
    listed: new Set(FACTS.map((fact) => fact.id)),
    address: ADDRESS,
    scope: `email profile ${MAIL_SCOPE}`,
    expiresIn: 3600,
    close: () => loopback.close(),
  };

  app.use(async (c, next) => {
    const call = `${c.req.method} ${c.req.path}`;
    edge.calls.push(call);
    if (c.req.header('content-type')?.startsWith('application/json') === true) {
      edge.sent.push({ path: c.req.path, body: await c.req.raw.clone().json() });
    }
    const scripted = scripts.get(call)?.shift();
    if (scripted === undefined) return next();
    const answer = await scripted();
    if (answer !== null) return answer;
    const { incoming } = c.env as { incoming: { socket: { destroy(): void } } };
    incoming.socket.destroy();
    return new Response(null);
  });

  app.get('/api/config', (c) =>
    c.json({
      provider: 'demo',
      googleClientId: null,
      mailboxBaseUrl: '/gmail/v1/users/me',
      userinfoUrl: '/demo/userinfo',
      blobApiUrl: '/blob',
      firebase: { apiKey: 'k', authDomain: 'localhost', projectId: 'p', appId: 'a' },
      identityEmulatorUrl: '/',
    }),
  );
  app.get('/api/catalog', (c) => {
    if (c.req.header('if-none-match') === '"1"') return c.body(null, 304);
    return c.json(CATALOG, 200, { etag: '"1"' });
  });
  app.get('/api/dkim/keys', (c) => c.json({ domain: c.req.query('domain'), keys: [] }));

  app.post('/demo/token', (c) =>
    c.json({ access_token: 'token', token_type: 'Bearer', expires_in: edge.expiresIn, scope: edge.scope }),
  );
  app.post('/demo/revoke', (c) => c.body(null, 200));
  app.get('/demo/userinfo', (c) => c.json({ email: edge.address }));
  app.get('/gmail/v1/users/me/profile', (c) =>
    c.json({ emailAddress: edge.address, messagesTotal: 0, threadsTotal: 0, historyId: '1' }),
  );
  app.get('/gmail/v1/users/me/messages', (c) => c.json({ resultSizeEstimate: 0 }));
  app.get('/gmail/v1/users/me/history', (c) => c.json({ historyId: '1' }));

  app.post('/identitytoolkit.googleapis.com/v1/accounts:signUp', (c) => {
    const now = Math.floor(Date.now() / 1000);
    const idToken = `${part({ alg: 'none' })}.${part({ sub: 'anon', iat: now, exp: now + 3600 })}.`;
    return c.json({ idToken, refreshToken: 'r', expiresIn: '3600', localId: 'anon' });
  });
  app.post('/identitytoolkit.googleapis.com/v1/accounts:lookup', (c) =>
    c.json({ users: [{ localId: 'anon', createdAt: '0', lastLoginAt: '0' }] }),
  );
  app.post('/api/psi/upload', (c) => c.json({ clientToken: 'vercel_blob_client_store_test' }));
  app.put('/blob/*', async (c) => {
    const path = `/blob/public/${stored.size}`;
    stored.set(path, new Uint8Array(await c.req.arrayBuffer()));
    return c.json({ url: `${edge.origin}${path}`, pathname: path });
  });

  app.get('/api/users/get_by_email', (c) => {
    const exists = edge.accounts.has(c.req.query('email') ?? '');
    return c.json({ exists, user: exists ? { id: 'user-1' } : null });
  });
  const announce = async (c: { req: { json(): Promise<unknown> } }): Promise<Response> => {
    const { email, psiPublicKeysLink } = (await c.req.json()) as { email: string; psiPublicKeysLink: string };
    edge.accounts.add(email);
    announced = new URL(psiPublicKeysLink).pathname;
    return json(200, { id: 'user-1', psiPublicKeysLink });
  };
  app.post('/api/users/create_account', announce);
  app.post('/api/users/update_psi_keys', announce);

  app.post('/api/psi/round2', async (c) => {
    const { publicKeys, keyId } = psi.readPublicKeys(stored.get(announced) ?? new Uint8Array());
    const read = psi.readRequest(new Uint8Array(await c.req.arrayBuffer()));
    if (!read.keyId.every((byte, index) => byte === keyId[index])) {
      return c.json({ error: 'other keys are announced', code: 'keys_replaced' }, 409);
    }
    const listed = edge.listed === 'everything' ? EVERY_SLOT : [...edge.listed].map(slotOfFact);
    const { message } = psi.round2(publicKeys, read.request, bitsOf(listed));
    return c.body(message.slice().buffer);
  });
  app.post('/api/psi/disclose', async (c) => {
    const { facts } = await c.req.json<{ facts: { slot: number }[] }>();
    const slots = new Set(facts.map(({ slot }) => slot));
    return c.json({ accepted: FACTS.filter(({ slot }) => slots.has(slot)).map(({ id }) => id) });
  });

  const listener = getRequestListener(app.fetch);
  ({ origin: edge.origin } = await loopback.listen((...call) => void listener(...call)));
  return edge;
}
