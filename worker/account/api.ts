import { z } from 'zod';
import { catalogSchema } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { ProviderToken } from '../contract.ts';
import { failure, isAbort, unreachable } from '../errors.ts';
import { serverConfigSchema } from './config.ts';
import type { ServerConfig } from './config.ts';
import { retryAfterSeconds } from './http.ts';
import type { Http, Purpose } from './http.ts';
import { bearer } from './provider.ts';

/** An answer of our server that is not a success, for the caller to turn into what the person reads. */
export class Refusal extends Error {
  /** HTTP status, 4xx or 5xx. */
  readonly status: number;
  /** The `{error}` of the body; undefined when there was none. */
  readonly reason: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, reason: string | undefined, retryAfter: number | undefined) {
    super(`refused with status ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

const hex = z.string().regex(/^([0-9a-f]{2})+$/, 'lower-case hex');
const errorAnswer = z.object({ error: z.string().min(1) });
const lookupAnswer = z.object({ exists: z.boolean(), user: z.object({ id: z.string().min(1) }).nullable() });
const accountAnswer = z.object({ id: z.string().min(1), psiPublicKeysLink: z.url() });
const uploadAnswer = z.object({ clientToken: z.string().min(1) });
const keysAnswer = z.object({
  domain: z.string(),
  keys: z.array(
    z.object({
      /** `selector._domainkey.domain` */
      name: z.string(),
      /** The TXT record. */
      record: z.string(),
      firstSeen: z.string().nullable(),
      lastSeen: z.string().nullable(),
      source: z.string(),
    }),
  ),
});
const discloseAnswer = z.object({ accepted: z.array(z.string()) });

export type Account = z.infer<typeof accountAnswer>;
export type ServerDkimKey = z.infer<typeof keysAnswer>['keys'][number];

/** A catalog with the tag under which the server knows it; null when nothing changed since that tag. */
export interface CatalogAnswer {
  catalog: Catalog;
  etag: string | null;
}

export interface Disclosure {
  /** The session of round 2; lower-case hex, 32 bytes. */
  sessionId: string;
  /** Tokens: lower-case hex, 16 bytes. */
  facts: { slot: number; token: string }[];
}

/**
 * The calls of DESIGN 7's table. Every answer is validated. Each call rejects with a {@link Refusal} when
 * the server says no, with AppFailure `offline` or `server_unavailable` when no usable answer came, and
 * with the signal's reason when it was aborted.
 */
export interface ServerApi {
  config(): Promise<ServerConfig>;
  /** Null when the server's catalog still is the one with this tag. */
  catalog(etag: string | null): Promise<CatalogAnswer | null>;
  /** Every key that the server has for a catalog domain. */
  dkimKeys(domain: string, signal?: AbortSignal): Promise<ServerDkimKey[]>;
  /** True when an account with the token's own address exists. */
  userExists(token: ProviderToken, email: string): Promise<boolean>;
  createAccount(token: ProviderToken, email: string, psiPublicKeysLink: string): Promise<Account>;
  updateKeys(token: ProviderToken, email: string, psiPublicKeysLink: string): Promise<Account>;
  /** A client token for one upload to `pathname`. */
  uploadToken(token: ProviderToken, identityToken: string, pathname: string): Promise<string>;
  /** Round 1's message in, round 2's out. */
  round2(token: ProviderToken, message: Uint8Array): Promise<Uint8Array>;
  /** Names of the accepted facts. */
  disclose(token: ProviderToken, disclosure: Disclosure): Promise<string[]>;
}

/** A reply longer than this is none of ours (DESIGN 6: at most 24,000 bytes at 100 slots). Bytes. */
const MAX_REPLY_BYTES = 64 * 1024;

export function createServerApi(http: Http): ServerApi {
  const call = async (purpose: Purpose, path: string, init: RequestInit = {}): Promise<Response> => {
    let answer: Response;
    try {
      answer = await http.for(purpose)(path, init);
    } catch (cause) {
      if (isAbort(cause)) throw cause;
      throw unreachable(cause);
    }
    if (answer.ok || answer.status === 304) return answer;
    const body = errorAnswer.safeParse(await readJson(answer));
    throw new Refusal(
      answer.status,
      body.success ? body.data.error : undefined,
      retryAfterSeconds(answer.headers, Date.now()),
    );
  };

  const post = (purpose: Purpose, path: string, token: ProviderToken, body: object, headers = {}) =>
    call(purpose, path, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  return {
    config: async () => parse(serverConfigSchema, await call('configuration', '/api/config')),

    async catalog(etag) {
      const answer = await call('catalog', '/api/catalog', {
        headers: etag === null ? {} : { 'if-none-match': etag },
      });
      if (answer.status === 304) return null;
      return { catalog: await parse(catalogSchema, answer), etag: answer.headers.get('etag') };
    },

    async dkimKeys(domain, signal) {
      const path = `/api/dkim/keys?domain=${encodeURIComponent(domain)}`;
      const answer = await call('signature keys', path, signal === undefined ? {} : { signal });
      return (await parse(keysAnswer, answer)).keys;
    },

    async userExists(token, email) {
      const path = `/api/users/get_by_email?email=${encodeURIComponent(email)}`;
      return (await parse(lookupAnswer, await call('account', path, { headers: bearer(token) }))).exists;
    },

    createAccount: async (token, email, psiPublicKeysLink) =>
      parse(
        accountAnswer,
        await post('account', '/api/users/create_account', token, { email, psiPublicKeysLink }),
      ),

    updateKeys: async (token, email, psiPublicKeysLink) =>
      parse(
        accountAnswer,
        await post('account', '/api/users/update_psi_keys', token, { email, psiPublicKeysLink }),
      ),

    async uploadToken(token, identityToken, pathname) {
      const answer = await post(
        'public keys',
        '/api/psi/upload',
        token,
        {
          type: 'blob.generate-client-token',
          payload: { pathname, clientPayload: null, multipart: false },
        },
        { 'x-identity-token': identityToken },
      );
      return (await parse(uploadAnswer, answer)).clientToken;
    },

    async round2(token, message) {
      const answer = await call('comparison', '/api/psi/round2', {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/octet-stream' },
        body: message.slice(),
      });
      return readBytes(answer);
    },

    async disclose(token, { sessionId, facts }) {
      const body = { sessionId: hex.parse(sessionId), facts };
      return (await parse(discloseAnswer, await post('disclosure', '/api/psi/disclose', token, body)))
        .accepted;
    },
  };
}

async function parse<T>(schema: z.ZodType<T>, answer: Response): Promise<T> {
  const result = schema.safeParse(await readJson(answer));
  if (!result.success) throw failure('server_unavailable', { cause: result.error });
  return result.data;
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
}

async function readBytes(answer: Response): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    throw unreachable(cause);
  }
  if (bytes.length > MAX_REPLY_BYTES) throw failure('comparison_failed');
  return bytes;
}
