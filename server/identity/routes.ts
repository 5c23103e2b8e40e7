import { Hono } from 'hono';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { Log, Metrics } from '../operator/contract.ts';
import type { ClientAddress, Limits } from '../web/contract.ts';
import type { EmbeddedIdentity } from './contract.ts';
import { limitBody } from '../web/body-limit.ts';
import { orCutOff } from '../web/cut-off.ts';
import { formBody } from '../web/form-body.ts';
import { noteFault } from '../web/fault.ts';
import { describe, errors, json } from '../web/describe.ts';
import { Refusal } from '../web/refusal.ts';

/** Hosts that the SDK writes into the path when it talks to an emulator. */
const TOOLKIT = '/identitytoolkit.googleapis.com/v1';
const SECURE_TOKEN = '/securetoken.googleapis.com/v1';

/**
 * The SDK turns this into `auth/network-request-failed`. After any other error it assumes that the device's identity is
 * gone and signs it out.
 */
const UNAVAILABLE = 'NETWORK_REQUEST_FAILED';

/** Limit on the body in bytes; ours are under 2 KB. */
const MAX_BODY_BYTES = 16 * 1024;

const signUpBody = z.object({ email: z.unknown().optional(), password: z.unknown().optional() });
const tokenBody = z.object({ idToken: z.string() });
const refreshBody = z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1) });

const identityError = z
  .object({
    error: z.object({
      code: z.int(),
      message: z.string(),
      errors: z.array(z.object({ message: z.string(), reason: z.string() })),
    }),
  })
  .meta({ title: 'FirebaseError' });
const refusals = errors([400, 413, 429, 500, 503], identityError);

const signUp = describe({
  summary: 'Makes an anonymous identity (Firebase’s call).',
  body: { 'application/json': signUpBody },
  answers: {
    200: json(
      z.object({
        kind: z.string(),
        localId: z.string(),
        idToken: z.string(),
        refreshToken: z.string(),
        expiresIn: z.string(),
      }),
    ),
    ...refusals,
  },
});
const lookUp = describe({
  summary: 'The identity that a token is of (Firebase’s call).',
  body: { 'application/json': tokenBody },
  answers: {
    200: json(
      z.object({
        kind: z.string(),
        users: z.array(
          z.object({
            localId: z.string(),
            createdAt: z.string(),
            lastLoginAt: z.string(),
            lastRefreshAt: z.iso.datetime(),
          }),
        ),
      }),
    ),
    ...refusals,
  },
});
const remove = describe({
  summary: 'Removes an identity (Firebase’s call).',
  body: { 'application/json': tokenBody },
  answers: { 200: json(z.object({ kind: z.string() })), ...refusals },
});
const refresh = describe({
  summary: 'A new ID token for a refresh token (Firebase’s call).',
  body: { 'application/x-www-form-urlencoded': refreshBody },
  answers: {
    200: json(
      z.object({
        access_token: z.string(),
        id_token: z.string(),
        refresh_token: z.string(),
        expires_in: z.string(),
        token_type: z.literal('Bearer'),
        user_id: z.string(),
        project_id: z.string(),
      }),
    ),
    ...refusals,
  },
});
const readKeys = describe({
  summary: 'The public keys of the ID tokens (RFC 7517).',
  answers: { 200: json(z.object({ keys: z.array(z.record(z.string(), z.string())) })) },
});

interface IdentityRouteDeps {
  identity: EmbeddedIdentity;
  limits: Limits;
  log: Log;
  metrics: Metrics;
  clientAddress: ClientAddress;
}

/** An error of the identity service, under Firebase's name. */
class IdentityRefusal extends Error {}

/**
 * The calls that the Firebase SDK makes in emulator mode for an anonymous sign-in, and no others. `/identity/jwks.json`
 * has the public keys for the tokens.
 */
export function identityRoutes(deps: IdentityRouteDeps): Hono {
  const { identity, limits, clientAddress } = deps;
  const routes = new Hono();
  for (const path of [`${TOOLKIT}/*`, `${SECURE_TOKEN}/*`]) {
    routes.use(path, limitBody(MAX_BODY_BYTES));
    routes.use(path, async (context, next) => {
      await limits.count('calls', clientAddress(context));
      await next();
    });
  }

  routes.post(`${TOOLKIT}/accounts:signUp`, signUp, async (context) => {
    const body = signUpBody.safeParse(await readJson(context));
    if (!body.success || body.data.email !== undefined || body.data.password !== undefined) {
      throw new IdentityRefusal('OPERATION_NOT_ALLOWED');
    }
    await limits.count('identities', clientAddress(context));
    const { userId, idToken, refreshToken, expiresIn } = await identity.signUp();
    return context.json({
      kind: 'identitytoolkit#SignupNewUserResponse',
      localId: userId,
      idToken,
      refreshToken,
      expiresIn: String(expiresIn),
    });
  });

  routes.post(`${TOOLKIT}/accounts:lookup`, lookUp, async (context) => {
    const user = await identity.lookup(await readIdToken(context));
    if (user === null) throw new IdentityRefusal('USER_NOT_FOUND');
    return context.json({
      kind: 'identitytoolkit#GetAccountInfoResponse',
      users: [
        {
          localId: user.userId,
          createdAt: String(user.createdAt),
          lastLoginAt: String(user.lastSeenAt),
          lastRefreshAt: new Date(user.lastSeenAt).toISOString(),
        },
      ],
    });
  });

  routes.post(`${TOOLKIT}/accounts:delete`, remove, async (context) => {
    if (!(await identity.remove(await readIdToken(context)))) throw new IdentityRefusal('INVALID_ID_TOKEN');
    return context.json({ kind: 'identitytoolkit#DeleteAccountResponse' });
  });

  routes.post(`${SECURE_TOKEN}/token`, refresh, async (context) => {
    const body = refreshBody.safeParse(await formBody(context));
    const tokens = body.success ? await identity.refresh(body.data.refresh_token) : null;
    if (tokens === null) throw new IdentityRefusal('INVALID_REFRESH_TOKEN');
    return context.json({
      access_token: tokens.idToken,
      id_token: tokens.idToken,
      refresh_token: tokens.refreshToken,
      expires_in: String(tokens.expiresIn),
      token_type: 'Bearer',
      user_id: tokens.userId,
      project_id: 'waystamp',
    });
  });

  routes.get('/identity/jwks.json', readKeys, (context) =>
    context.json(identity.publicKeys(), 200, { 'cache-control': 'public, max-age=3600' }),
  );

  routes.onError((thrown, context) => {
    const error = orCutOff(thrown, context);
    if (error instanceof IdentityRefusal) return refused(context, 400, error.message);
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) context.header('retry-after', String(error.retryAfter));
      return error.status === 429
        ? refused(context, 429, 'TOO_MANY_ATTEMPTS_TRY_LATER')
        : refused(context, error.status, 'INVALID_REQ_TYPE');
    }
    const status = noteFault(error, context, deps, 'an identity call failed');
    return refused(context, status, status === 503 ? UNAVAILABLE : 'INTERNAL_ERROR');
  });
  return routes;
}

function refused(context: Context, code: ContentfulStatusCode, message: string): Response {
  return context.json({ error: { code, message, errors: [{ message, reason: 'invalid' }] } }, code);
}

async function readIdToken(context: Context): Promise<string> {
  const body = tokenBody.safeParse(await readJson(context));
  if (!body.success) throw new IdentityRefusal('INVALID_ID_TOKEN');
  return body.data.idToken;
}

/** Requires a JSON content type, because a page of another origin could send any other without a preflight. */
async function readJson(context: Context): Promise<unknown> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    throw new IdentityRefusal('INVALID_REQ_TYPE');
  }
  try {
    return await context.req.json();
  } catch {
    throw new IdentityRefusal('INVALID_REQ_TYPE');
  }
}
