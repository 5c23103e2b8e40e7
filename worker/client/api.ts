import { hc } from 'hono/client';
import { z } from 'zod';
import { CATALOG_HASH, MAX_CATALOG_BYTES } from '../../catalog/index.ts';
import type { Api } from '../../server/app.ts';
import { SESSION_TOKEN } from '../contract.ts';
import type { ErrorCode, ServerSession, RecordedStamp } from '../contract.ts';
import { AppFailure, failure, isAbort, unreachable } from '../errors.ts';
import { serverConfigSchema } from './config.ts';
import type { ServerConfig } from './config.ts';
import { retryAfterSeconds } from './http.ts';
import type { Http, OwnPurpose } from './http.ts';
import { sessionCode } from '../session/session.ts';

const errorAnswer = z.object({ error: z.string().min(1), code: z.string().optional() });
type ErrorAnswer = z.infer<typeof errorAnswer>;

/** An unsuccessful answer of our server, for the caller to turn into a message. */
export class RefusedByServer extends Error {
  /** HTTP status, 4xx or 5xx. */
  readonly status: number;
  /** The `{error}` of the body; undefined when there was none. */
  readonly reason: string | undefined;
  /** The `{code}` of the body; undefined when there was none. */
  readonly code: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ErrorAnswer>, retryAfter: number | undefined) {
    super(`refused with status ${status}`);
    this.name = 'RefusedByServer';
    this.status = status;
    this.reason = body.error;
    this.code = body.code;
    this.retryAfter = retryAfter;
  }
}

/** The part of an answer that is read for every route. */
type Answer = Pick<Response, 'ok' | 'status' | 'headers' | 'json' | 'body'>;

const UNAUTHORIZED = 401;

const sessionAnswer = z.object({
  token: z.string().regex(SESSION_TOKEN),
  /** Milliseconds since the epoch. */
  expiresAt: z.number().positive(),
  user: z.object({ id: z.string().min(1), email: z.email() }),
});
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
      missingSince: z.string().nullable(),
      removed: z.string().nullable(),
      source: z.string(),
    }),
  ),
});
/** May be a fact missing from this version's catalog, since the person is shown everything that is held. */
const stamp = z.object({
  id: z.string().min(1),
  organiser: z.object({ slug: z.string(), name: z.string() }),
  catalog: z.string().regex(CATALOG_HASH),
  fact: z.string().min(1),
  day: z.iso.date().nullable(),
});
const organiserAnswer = z.object({ catalog: z.string().regex(CATALOG_HASH) });
const discloseAnswer = z.object({ accepted: z.array(stamp) });
const shownAnswer = z.object({ disclosures: z.array(stamp) });
const holdingsAnswer = z.record(z.string(), z.unknown());

export type SessionAnswer = z.infer<typeof sessionAnswer>;
export type Account = z.infer<typeof accountAnswer>;
export type ServerDkimKey = z.infer<typeof keysAnswer>['keys'][number];

/** The organiser and the catalog of a comparison. */
export interface AskedOf {
  /** The organiser's slug. */
  organiser: string;
  /** The catalog's hash. */
  catalog: string;
}

export interface Disclosure {
  /** The session of round 2; lower-case hex, 32 bytes. */
  sessionId: string;
  /** Tokens: lower-case hex, 16 bytes. */
  facts: { slot: number; token: string }[];
}

/**
 * The calls to our server. Every answer is validated. Each call rejects with AppFailure `session_expired`,
 * `session_ended` or `session_invalid` when the server no longer accepts the session, with a {@link RefusedByServer}
 * for any other refusal, with AppFailure `offline` or `server_unavailable` without a usable answer, and with the
 * signal's reason after an abort.
 */
export interface ServerApi {
  config(): Promise<ServerConfig>;
  /** The hash of an organiser's current catalog. */
  organiser(slug: string): Promise<string>;
  /** The bytes that are published under this hash, as they came. */
  catalog(hash: string): Promise<Uint8Array>;
  /** Every key of the server for a catalog domain. */
  dkimKeys(domain: string, signal?: AbortSignal): Promise<ServerDkimKey[]>;
  /** Signs in with the provider's ID token; `nonce` is the secret whose hash the token carries. */
  beginSession(idToken: string, nonce: string): Promise<SessionAnswer>;
  /** Ends the session at once. */
  endSession(token: ServerSession, signal: AbortSignal): Promise<void>;
  /** True when an account with the session's own address exists. */
  userExists(token: ServerSession, email: string): Promise<boolean>;
  createAccount(token: ServerSession, email: string, psiPublicKeysLink: string): Promise<Account>;
  updateKeys(token: ServerSession, email: string, psiPublicKeysLink: string): Promise<Account>;
  /** A client token for one upload to `pathname`. */
  uploadToken(token: ServerSession, identityToken: string, pathname: string): Promise<string>;
  /** Round 1's message in, round 2's out. */
  round2(token: ServerSession, asked: AskedOf, message: Uint8Array): Promise<Uint8Array>;
  /** Returns the accepted disclosures. */
  disclose(token: ServerSession, disclosure: Disclosure): Promise<RecordedStamp[]>;
  /** All disclosures of the account. */
  shown(token: ServerSession): Promise<RecordedStamp[]>;
  /** Everything that the server holds about the caller, in the server's own form. */
  holdings(token: ServerSession): Promise<Record<string, unknown>>;
  withdraw(token: ServerSession, id: string): Promise<void>;
  removeAccount(token: ServerSession): Promise<void>;
}

/** Longest reply that is read, in bytes; ours have at most 24,000 at 100 slots. */
const MAX_REPLY_BYTES = 64 * 1024;

/** Calls the server's routes by their own types (`hono/client`), so that a wrong call does not compile. */
export function createServerApi(http: Http): ServerApi {
  const origin = http.resolve('/').replace(/\/$/, '');
  const server = (purpose: OwnPurpose) => hc<Api>(origin, { fetch: http.for(purpose) }).api;

  return {
    config: async () => parse(serverConfigSchema, await answered(server('configuration').config.$get())),

    async organiser(slug) {
      const call = server('catalog').organisers[':slug'].$get({ param: { slug } });
      return (await parse(organiserAnswer, await answered(call))).catalog;
    },

    async catalog(hash) {
      const call = server('catalog').catalogs[':hash'].$get({ param: { hash } });
      return readBytes(await answered(call), MAX_CATALOG_BYTES, 'catalog_invalid');
    },

    async dkimKeys(domain, signal) {
      const init = signal === undefined ? {} : { signal };
      const call = server('signature keys').dkim.keys.$get({ query: { domain } }, { init });
      return (await parse(keysAnswer, await answered(call))).keys;
    },

    async beginSession(idToken, nonce) {
      const call = server('sign-in').session.$post({ json: { idToken, nonce } });
      return parse(sessionAnswer, await answered(call));
    },

    async endSession(token, signal) {
      const call = server('sign-in').session.$delete({}, { headers: bearer(token), init: { signal } });
      await answered(call);
    },

    async userExists(token, email) {
      const call = server('account').users.get_by_email.$get(
        { query: { email } },
        { headers: bearer(token) },
      );
      return (await parse(lookupAnswer, await answered(call))).exists;
    },

    async createAccount(token, email, psiPublicKeysLink) {
      const json = { email, psiPublicKeysLink };
      const call = server('account').users.create_account.$post({ json }, { headers: bearer(token) });
      return parse(accountAnswer, await answered(call));
    },

    async updateKeys(token, email, psiPublicKeysLink) {
      const json = { email, psiPublicKeysLink };
      const call = server('account').users.update_psi_keys.$post({ json }, { headers: bearer(token) });
      return parse(accountAnswer, await answered(call));
    },

    async uploadToken(token, identityToken, pathname) {
      const payload = { pathname, clientPayload: null, multipart: false };
      const call = server('public keys').psi.upload.$post(
        { json: { type: 'blob.generate-client-token', payload } },
        { headers: { ...bearer(token), 'x-identity-token': identityToken } },
      );
      return (await parse(uploadAnswer, await answered(call))).clientToken;
    },

    async round2(token, query, message) {
      const call = server('comparison').psi.round2.$post(
        { query },
        {
          headers: { ...bearer(token), 'content-type': 'application/octet-stream' },
          init: { body: message.slice() },
        },
      );
      return readBytes(await answered(call), MAX_REPLY_BYTES, 'comparison_failed');
    },

    async disclose(token, disclosure) {
      const call = server('disclosure').psi.disclose.$post({ json: disclosure }, { headers: bearer(token) });
      return (await parse(discloseAnswer, await answered(call))).accepted;
    },

    async shown(token) {
      const call = server('server record').users.me.$get({}, { headers: bearer(token) });
      return (await parse(shownAnswer, await answered(call))).disclosures;
    },

    async holdings(token) {
      const call = server('server record').users.me.$get({}, { headers: bearer(token) });
      return parse(holdingsAnswer, await answered(call));
    },

    async withdraw(token, id) {
      const disclosure = server('withdrawal').disclosures[':id'];
      await answered(disclosure.$delete({ param: { id } }, { headers: bearer(token) }));
    },

    async removeAccount(token) {
      await answered(server('account').users.me.$delete({}, { headers: bearer(token) }));
    },
  };
}

/** The answer of a successful call; anything else is thrown. */
async function answered(call: Promise<Answer>): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await call;
  } catch (cause) {
    if (isAbort(cause) || cause instanceof AppFailure) throw cause;
    throw unreachable(cause);
  }
  if (answer.ok) return answer;
  const body = errorAnswer.safeParse(await readJson(answer)).data;
  const over = answer.status === UNAUTHORIZED ? sessionCode(body?.code) : undefined;
  if (over !== undefined) throw failure(over);
  throw new RefusedByServer(answer.status, body ?? {}, retryAfterSeconds(answer.headers, Date.now()));
}

/** The header with our server's session; this file never sends the mail grant. */
function bearer({ token }: ServerSession): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

async function parse<T>(schema: z.ZodType<T>, answer: Answer): Promise<T> {
  const result = schema.safeParse(await readJson(answer));
  if (!result.success) throw failure('server_unavailable', { cause: result.error });
  return result.data;
}

async function readJson(answer: Answer): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
}

/** The body of an answer. Reading stops once it is longer than any such answer, since it might never end. */
async function readBytes({ body }: Answer, longest: number, tooLong: ErrorCode): Promise<Uint8Array> {
  const bytes = new Uint8Array(longest);
  if (body === null) return bytes.subarray(0, 0);
  const reader = body.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw unreachable(cause);
    });
    if (done) return bytes.subarray(0, length);
    if (value.length > bytes.length - length) {
      await reader.cancel().catch(() => undefined);
      throw failure(tooLong);
    }
    bytes.set(value, length);
    length += value.length;
  }
}
