import { Hono } from 'hono';
import { z } from 'zod';
import type { ClientAddress, Limits } from '../ports.ts';
import type { Sessions } from './contract.ts';
import { jsonBody } from '../web/json-body.ts';
import { describe, errors, json } from '../web/openapi/describe.ts';
import { Refusal } from '../web/refusal.ts';
import { authenticate } from './authenticate.ts';

/** Google's have about 1,200 characters. */
const MAX_ID_TOKEN = 8192;
/** 128 random bits in base64url. Characters. */
const MIN_NONCE = 22;
const MAX_NONCE = 128;

const signInBody = z.object({
  idToken: z.string().min(1).max(MAX_ID_TOKEN),
  nonce: z.string().min(MIN_NONCE).max(MAX_NONCE),
});
const openSession = describe({
  summary: 'A session for an ID token, once; its claim `nonce` is base64url(SHA-256(nonce)).',
  answers: {
    200: json(
      z.object({
        token: z.string(),
        /** Milliseconds since the epoch. */
        expiresAt: z.int(),
        user: z.object({ id: z.uuid(), email: z.string() }),
      }),
    ),
    ...errors([401, 503]),
  },
});
const endSession = describe({
  summary: 'Ends the session.',
  answers: { 204: { description: 'The session opens nothing any more.' }, ...errors([413]) },
});

interface SessionRouteDeps {
  sessions: Sessions;
  limits: Limits;
  clientAddress: ClientAddress;
}

/** Sign-in and sign-out, under `/api/session`. */
export function sessionRoutes({ sessions, limits, clientAddress }: SessionRouteDeps) {
  return new Hono()
    .post(
      '/',
      openSession,
      // Before it counts: a page of another origin can send what is no JSON, and nothing else, without being asked for.
      jsonBody(signInBody),
      // Counted before any work, and given back to whoever succeeds: so many at once are no way around it.
      async (context, next) => {
        const address = clientAddress(context);
        await limits.count('failedSignIns', address);
        await next();
        if (!isFailure(context.error, context.res.status)) await limits.giveBack('failedSignIns', address);
      },
      async (context) => {
        const { idToken, nonce } = context.req.valid('json');
        return context.json(await sessions.open(idToken, nonce), 200);
      },
    )
    .delete('/', authenticate(sessions), endSession, async (context) => {
      await sessions.end(context.var.session);
      return context.body(null, 204);
    });
}

/** A provider or a database that does not answer is not the person's failure. */
function isFailure(error: Error | undefined, status: number): boolean {
  return error === undefined ? status >= 400 : error instanceof Refusal && error.status < 500;
}
