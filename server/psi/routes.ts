import { Hono } from 'hono';
import { z } from 'zod';
import { CATALOG_HASH, SLOT_COUNT, slugSchema } from '../../catalog/index.ts';
import { disclosureSchema } from '../disclosures/routes.ts';
import type { Comparisons } from './contract.ts';
import type { Limits } from '../web/contract.ts';
import type { Identity } from '../identity/contract.ts';
import type { BlobStore } from '../blob/contract.ts';
import type { Sessions } from '../session/contract.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Authenticated } from '../session/authenticate.ts';
import { limitBody } from '../web/body-limit.ts';
import { jsonBody, onlyJson, queryValues } from '../web/json-body.ts';
import { describe, errors, json, raw } from '../web/describe.ts';
import { Refusal } from '../web/refusal.ts';

/** A request at 100 slots is at most 12,500 bytes. */
const MAX_REQUEST_BYTES = 16 * 1024;

const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`), `${bytes} bytes in lower-case hex`);

/** `@vercel/blob`'s own body, with a pathname that holds nothing but randomness: no address stands in a URL. */
const uploadBody = z.object({
  type: z.literal('blob.generate-client-token'),
  payload: z.object({
    pathname: z.string().regex(/^psi\/[A-Za-z0-9_-]{22,64}$/, 'psi/ and 22 to 64 random characters'),
    callbackUrl: z.string().nullish(),
    clientPayload: z.string().nullish(),
    multipart: z.boolean(),
  }),
});

const discloseBody = z.object({
  sessionId: hex(32),
  facts: z
    .array(
      z.object({
        slot: z
          .int()
          .min(0)
          .max(SLOT_COUNT - 1),
        token: hex(16),
      }),
    )
    .min(1)
    .max(SLOT_COUNT)
    .refine((facts) => new Set(facts.map(({ slot }) => slot)).size === facts.length, {
      error: 'each slot once',
    }),
});

/** The organiser and the catalog of a comparison. */
const askedQuery = z.object({
  organiser: slugSchema,
  catalog: z.string().regex(CATALOG_HASH),
});

/** Like a request of the comparison, a disclosure is refused in one way, whatever is wrong (psi-wasm/SECURITY.md). */
const UNREADABLE = 'The disclosure cannot be read.';

const OCTETS = 'application/octet-stream';

const uploadKeys = describe({
  summary: 'A client token for one upload of public keys.',
  credentials: ['identityToken'],
  answers: { 200: json(z.object({ clientToken: z.string().min(1) })) },
});
const round2 = describe({
  summary: 'Round 2 of the comparison: the request of round 1 in, the reply out, once for a pair of keys.',
  body: { [OCTETS]: null },
  answers: { 200: raw(OCTETS), ...errors([400, 404, 409, 410, 413]) },
});
const discloseFacts = describe({
  summary: 'Discloses facts with the tokens that the comparison gave for them, all or none.',
  answers: {
    200: json(z.object({ accepted: z.array(disclosureSchema) })),
    ...errors([403, 404, 410]),
  },
});

interface PsiDeps {
  sessions: Sessions;
  identity: Identity;
  blobStore: BlobStore;
  comparisons: Comparisons;
  limits: Limits;
}

/** The private comparison's calls, under `/api/psi`. */
export function psiRoutes({ sessions, identity, blobStore, comparisons, limits }: PsiDeps) {
  return new Hono<Authenticated>()
    .use(authenticate(sessions))
    .post('/upload', uploadKeys, jsonBody(uploadBody), async (context) => {
      const anonymous = await identity.verify(context.req.header('x-identity-token') ?? '');
      if (anonymous === null) {
        throw new Refusal(401, 'The anonymous identity is not valid or has expired. Please try again.');
      }
      await limits.count('announcements', context.var.accountId);
      const { pathname } = context.req.valid('json').payload;
      return context.json({ clientToken: await blobStore.mintClientToken(pathname) });
    })
    .post('/round2', round2, queryValues(askedQuery), limitBody(MAX_REQUEST_BYTES), async (context) => {
      await limits.count('comparisons', context.var.accountId);
      const request = new Uint8Array(await context.req.arrayBuffer());
      const reply = await comparisons.answer(context.var.accountId, request, context.req.valid('query'));
      return context.body(reply, 200, { 'content-type': OCTETS });
    })
    .post(
      '/disclose',
      discloseFacts,
      onlyJson(UNREADABLE),
      jsonBody(discloseBody, UNREADABLE),
      async (context) => {
        const { sessionId, facts } = context.req.valid('json');
        const tokens = facts.map(({ slot, token }) => ({
          slot,
          token: Uint8Array.from(Buffer.from(token, 'hex')),
        }));
        const session = Uint8Array.from(Buffer.from(sessionId, 'hex'));
        return context.json({ accepted: await comparisons.disclose(context.var.accountId, session, tokens) });
      },
    );
}
