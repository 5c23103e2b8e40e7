/**
 * A scripted network edge for the worker core: one loopback server that plays our server, the identity service, the
 * blob store, the demo provider and the mailbox. Round 2 is real.
 */
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { CATALOG, canonicalJson, catalogHash } from '../../../catalog/index.ts';
import type { Catalog } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Provider, RecordedStamp } from '../../../worker/contract.ts';
import { registration } from '../mail/mbox-text.ts';
import { createLoopback } from '../network/loopback.ts';
import { EVERY_SLOT, bitsOf, slotOfFact } from '../psi/slots.ts';
import { ADDRESS, idTokenOf, part } from './page-requests.ts';
import { FACTS, ORGANISER } from '../catalog.ts';
import { CONTEXT } from '../psi/context.ts';

/** The token of the n-th session that the edge opens, in the shape of a signed one. */
export function sessionToken(nth: number): string {
  return `session.${nth}-of-our-server.${'s'.repeat(43)}`;
}

const MAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.readonly';
/** The token that can read the mail, whoever granted it. */
export const MAIL_TOKEN = 'mail-token-0123456789/abc+def=';

/** One received request, whatever host it was for. */
export interface ReceivedRequest {
  /** Origin, path and query. */
  url: string;
  method: string;
  headers: Record<string, string>;
  /** One character for each byte. */
  body: string;
}

/** Replaces the usual answer; null cuts the connection. */
export type Scripted = () => Response | null | Promise<Response | null>;

export interface Edge {
  origin: string;
  /** The provider that the server announces. */
  provider: Provider;
  /** All received requests, those to Google included. */
  received: ReceivedRequest[];
  /** A `fetch` that sends requests for Google's hosts here too. */
  fetch: typeof fetch;
  /** Our server's valid sessions. */
  sessions: Set<string>;
  /** `METHOD /path` of every request, in order. */
  calls: string[];
  /** Bodies of JSON requests by path, in order. */
  sent: { path: string; body: unknown }[];
  /** The next requests of this kind get these answers, one each; later ones get the usual answer. */
  script(call: string, ...answers: Scripted[]): void;
  /** Addresses that have an account. */
  accounts: Set<string>;
  /** What the account has disclosed. */
  disclosures: RecordedStamp[];
  /** The current catalog, and the bytes of every catalog by hash. */
  catalog: Catalog;
  published: Map<string, string>;
  /** Facts on the server's list; every slot is set when it is `everything`. */
  listed: Set<string> | 'everything';
  /** The address that the provider gives for the person. */
  address: string;
  /** The mailbox's owner, by default the same person; and what the mail token may do. */
  mailAddress: string | null;
  scope: string;
  expiresIn: number;
  /** Lifetime of our server's sessions, in milliseconds. */
  sessionMs: number;
  /** Mails in the mailbox: none or one. */
  mails: 0 | 1;
  close(): Promise<void>;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

const GOOGLE_HOSTS = new Set(['gmail.googleapis.com', 'oauth2.googleapis.com']);

/** The one mail of the mailbox. */
const MAIL = registration('Your Devcon ticket', ADDRESS);

export async function startEdge(): Promise<Edge> {
  const psi = await initPsi();
  const scripts = new Map<string, Scripted[]>();
  const stored = new Map<string, Uint8Array>();
  let announced = '';
  let begun = 0;
  let disclosed = 0;
  const app = new Hono();
  const loopback = createLoopback();

  const edge: Edge = {
    origin: '',
    provider: 'demo',
    received: [],
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      return GOOGLE_HOSTS.has(url.host) ? Promise.resolve(app.request(url.href, init)) : fetch(input, init);
    },
    sessions: new Set(),
    calls: [],
    sent: [],
    script: (call, ...answers) => scripts.set(call, [...(scripts.get(call) ?? []), ...answers]),
    accounts: new Set(),
    disclosures: [],
    catalog: CATALOG,
    published: new Map([[catalogHash(CATALOG), canonicalJson(CATALOG)]]),
    listed: new Set(FACTS.map((fact) => fact.id)),
    address: ADDRESS,
    mailAddress: null,
    scope: `email profile ${MAIL_SCOPE}`,
    expiresIn: 3600,
    sessionMs: 12 * 3_600_000,
    mails: 0,
    close: () => loopback.close(),
  };

  app.use(async (c, next) => {
    const call = `${c.req.method} ${c.req.path}`;
    edge.calls.push(call);
    edge.received.push({
      url: c.req.url,
      method: c.req.method,
      headers: c.req.header(),
      body: Buffer.from(await c.req.raw.clone().arrayBuffer()).toString('latin1'),
    });
    if (c.req.header('content-type')?.startsWith('application/json') === true) {
      edge.sent.push({ path: c.req.path, body: await c.req.raw.clone().json() });
    }
    const scripted = scripts.get(call)?.shift();
    if (scripted === undefined) return next();
    const answer = await scripted();
    if (answer !== null) return answer;
    if (GOOGLE_HOSTS.has(new URL(c.req.url).host)) throw new TypeError('fetch failed');
    const { incoming } = c.env as { incoming: { socket: { destroy(): void } } };
    incoming.socket.destroy();
    return new Response(null);
  });

  app.get('/api/config', (c) =>
    c.json({
      provider: edge.provider,
      googleClientId: edge.provider === 'google' ? 'client' : null,
      // The server cannot decide where mail is read; this must be ignored.
      mailboxBaseUrl: `${edge.origin}/not-the-mailbox`,
      blobApiUrl: '/blob',
      firebase: { apiKey: 'k', authDomain: 'localhost', projectId: 'p', appId: 'a' },
      identityEmulatorUrl: '/',
    }),
  );
  app.get('/api/organisers/:slug', (c) =>
    c.req.param('slug') === edge.catalog.organiser.slug
      ? c.json({ ...edge.catalog.organiser, catalog: catalogHash(edge.catalog) })
      : c.json({ error: 'nobody', code: 'organiser_unknown' }, 404),
  );
  app.get('/api/catalogs/:hash', (c) => {
    const published = edge.published.get(c.req.param('hash'));
    return published === undefined
      ? c.json({ error: 'none', code: 'catalog_unknown' }, 404)
      : c.body(published, 200, { 'content-type': 'application/json' });
  });
  app.get('/api/dkim/keys', (c) => c.json({ domain: c.req.query('domain'), keys: [] }));

  app.post('/demo/token', async (c) => {
    const { code } = await c.req.parseBody();
    const common = { token_type: 'Bearer', expires_in: edge.expiresIn };
    return code === 'code-for-reading'
      ? c.json({ ...common, access_token: MAIL_TOKEN, scope: edge.scope })
      : c.json({ ...common, id_token: idTokenOf(edge.address), scope: 'openid email profile' });
  });
  app.post('/demo/revoke', (c) => c.body(null, 200));
  app.post('/revoke', (c) => c.body(null, 200));
  app.get('/gmail/v1/users/me/profile', (c) =>
    c.json({ emailAddress: edge.mailAddress ?? edge.address, messagesTotal: edge.mails, historyId: '1' }),
  );
  app.get('/gmail/v1/users/me/messages', (c) =>
    c.json({ messages: edge.mails === 0 ? [] : [{ id: 'a1' }], resultSizeEstimate: edge.mails }),
  );
  app.get('/gmail/v1/users/me/messages/a1', (c) =>
    c.json({
      id: 'a1',
      internalDate: '1727776800000',
      raw: Buffer.from(MAIL.replaceAll('\n', '\r\n')).toString('base64url'),
      payload: {
        mimeType: 'text/plain',
        headers: MAIL.split('\n\n')[0]
          ?.split('\n')
          .map((line) => {
            const [name = '', value = ''] = line.split(': ');
            return { name, value };
          }),
        body: { data: Buffer.from(MAIL.split('\n\n')[1] ?? '').toString('base64url') },
      },
    }),
  );
  app.get('/gmail/v1/users/me/history', (c) => c.json({ historyId: '1' }));

  app.post('/api/session', async (c) => {
    const { idToken } = await c.req.json<{ idToken: string }>();
    const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
    const { email } = JSON.parse(payload) as { email: string };
    begun += 1;
    const token = sessionToken(begun);
    edge.sessions.add(token);
    return c.json({ token, expiresAt: Date.now() + edge.sessionMs, user: { id: 'user-1', email } });
  });
  app.delete('/api/session', (c) => {
    edge.sessions.delete(c.req.header('authorization')?.replace('Bearer ', '') ?? '');
    return c.body(null, 204);
  });
  for (const path of ['/api/users/*', '/api/psi/*']) {
    app.use(path, async (c, next) => {
      const token = c.req.header('authorization')?.replace('Bearer ', '') ?? '';
      if (edge.sessions.has(token)) return next();
      return c.json({ error: 'Sign in again.', code: 'session_ended' }, 401);
    });
  }

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
    const { message } = psi.round2(publicKeys, read.request, bitsOf(listed), CONTEXT);
    return c.body(message.slice().buffer);
  });
  app.post('/api/psi/disclose', async (c) => {
    const { facts } = await c.req.json<{ facts: { slot: number }[] }>();
    const slots = new Set(facts.map(({ slot }) => slot));
    const accepted = FACTS.filter(({ slot }) => slots.has(slot)).map(({ id }) => ({
      id: `disclosure-${(disclosed += 1)}`,
      organiser: ORGANISER,
      catalog: catalogHash(CATALOG),
      fact: id,
      day: '2026-11-22',
    }));
    edge.disclosures.push(...accepted);
    return c.json({ accepted });
  });
  app.delete('/api/disclosures/:id', (c) => {
    const at = edge.disclosures.findIndex(({ id }) => id === c.req.param('id'));
    if (at < 0)
      return c.json({ error: 'There is no such disclosure of yours.', code: 'disclosure_unknown' }, 404);
    edge.disclosures.splice(at, 1);
    return c.body(null, 204);
  });
  app.get('/api/users/me', (c) => {
    if (!edge.accounts.has(edge.address)) return c.json({ error: 'no account', code: 'no_account' }, 404);
    return c.json({ account: { email: edge.address }, disclosures: edge.disclosures });
  });
  app.delete('/api/users/me', (c) => {
    edge.accounts.delete(edge.address);
    edge.disclosures = [];
    return c.body(null, 204);
  });

  const listener = getRequestListener(app.fetch);
  ({ origin: edge.origin } = await loopback.listen((...call) => void listener(...call)));
  return edge;
}
