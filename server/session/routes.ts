import { Hono } from 'hono';
import { z } from 'zod';
import type { ClientAddress, Limits } from '../web/contract.ts';
import type { Sessions } from './contract.ts';
import { jsonBody } from '../web/json-body.ts';
import { describe, errors, json } from '../web/describe.ts';
import { Refusal } from '../web/refusal.ts';
import { authenticate } from './authenticate.ts';

/** Longest ID token in characters; Google's have about 1,200. */
const MAX_ID_TOKEN = 8192;
/** Shortest nonce: 128 random bits in base64url. Characters. */
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
      // Checked before anything is counted: a page of another origin can send any other body without a preflight.
      jsonBody(signInBody),
      async (context) => {
        const address = clientAddress(context);
        const { idToken, nonce } = context.req.valid('json');
        // Counted before any work, and returned after a success, so that parallel requests cannot evade the limit. Past
        // the limit a good token is still accepted, since the failures may come from somebody else behind the same
        // address. A token that cannot be judged by decoding it and with the known keys is refused.
        const within = await limits.take('failedSignIns', address);
        try {
          const session = await sessions.open(idToken, nonce, { knownKeysOnly: !within });
          await limits.giveBack('failedSignIns', address);
          return context.json(session, 200);
        } catch (error) {
          if (!isFailure(error)) await limits.giveBack('failedSignIns', address);
          else if (!within) await limits.count('failedSignIns', address);
          throw error;
        }
      },
    )
    .delete('/', authenticate(sessions), endSession, async (context) => {
      await sessions.end(context.var.session);
      return context.body(null, 204);
    });
}

/** An unavailable provider or database is not the person's failure. */
function isFailure(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500;
}
