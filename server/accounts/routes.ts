import { Hono } from 'hono';
import { z } from 'zod';
import { disclosureSchema } from '../disclosures/routes.ts';
import type { AccountHoldings, Accounts, Announcements } from './contract.ts';
import type { Limits } from '../web/contract.ts';
import type { Sessions } from '../session/contract.ts';
import { ownAddressOnly } from '../session/address.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Authenticated } from '../session/authenticate.ts';
import { jsonBody, queryValues } from '../web/json-body.ts';
import { describe, errors, json } from '../web/describe.ts';

/** RFC 5321 4.5.3.1 allows 254 characters for an address. */
const MAX_EMAIL = 254;
/** Our own links are about 100 characters long. */
const MAX_LINK = 2048;

const email = z.string().trim().min(3).max(MAX_EMAIL);
const announcement = z.object({ email, psiPublicKeysLink: z.string().min(1).max(MAX_LINK) });

const accountAnswer = z.object({ id: z.uuid(), psiPublicKeysLink: z.url() });
const lookupAnswer = z.object({ exists: z.boolean(), user: z.object({ id: z.uuid() }).nullable() });
const moment = z.iso.datetime();
const holdingsAnswer = z
  .object({
    account: z.object({
      id: z.uuid(),
      email: z.string(),
      issuer: z
        .string()
        .nullable()
        .describe('Of the ID token that the person signs in with, as is the subject.'),
      subject: z.string().nullable(),
      createdAt: moment,
    }),
    keys: z
      .object({
        id: z.string().describe('In hex.'),
        psiPublicKeysLink: z.url(),
        bytes: z.int(),
        announcedAt: moment,
      })
      .nullable()
      .describe('The public keys of the next comparison.'),
    comparisons: z
      .array(z.object({ expiresAt: moment, catalog: z.string().nullable() }))
      .describe(
        'Comparisons that can be disclosed from until then, of the catalog with this hash; kept for an hour longer.',
      ),
    disclosures: z.array(disclosureSchema),
  })
  .meta({ title: 'Holdings' });

const createAccount = describe({
  summary: 'Completes the caller’s account and announces the public keys of its first comparison.',
  answers: { 200: json(accountAnswer), ...errors([403, 409]) },
});
const updateKeys = describe({
  summary: 'Announces the public keys of the next comparison.',
  answers: { 200: json(accountAnswer), ...errors([403, 404, 409]) },
});
const lookUp = describe({
  summary: 'Whether the caller’s account is complete: it has announced keys.',
  answers: { 200: json(lookupAnswer), ...errors([403]) },
});
const tellHoldings = describe({
  summary: 'Everything that the server holds about the caller.',
  answers: { 200: json(holdingsAnswer), ...errors([404]) },
});
const removeAccount = describe({
  summary: 'Removes the caller’s account with its keys, comparisons and disclosures, and ends its sessions.',
  answers: { 204: { description: 'Done.' }, ...errors([413]) },
});

interface AccountDeps {
  sessions: Sessions;
  accounts: Accounts;
  holdings: AccountHoldings;
  announcements: Announcements;
  limits: Limits;
}

/** The account calls, under `/api/users`. */
export function accountRoutes({ sessions, accounts, holdings, announcements, limits }: AccountDeps) {
  return new Hono<Authenticated>()
    .use(authenticate(sessions))
    .post('/create_account', createAccount, jsonBody(announcement), async (context) => {
      const body = context.req.valid('json');
      const { accountId } = context.var;
      ownAddressOnly(context.var.email, body.email);
      await limits.count('announcements', accountId);
      return context.json(await accounts.create(accountId, await announcements.read(body.psiPublicKeysLink)));
    })
    .post('/update_psi_keys', updateKeys, jsonBody(announcement), async (context) => {
      const body = context.req.valid('json');
      const { accountId } = context.var;
      ownAddressOnly(context.var.email, body.email);
      await limits.count('announcements', accountId);
      return context.json(
        await accounts.replaceKeys(accountId, await announcements.read(body.psiPublicKeysLink)),
      );
    })
    .get('/get_by_email', lookUp, queryValues(z.object({ email })), async (context) => {
      const { accountId: id, email: own } = context.var;
      ownAddressOnly(own, context.req.valid('query').email);
      const exists = await accounts.isComplete(id);
      return context.json({ exists, user: exists ? { id } : null });
    })
    .get('/me', tellHoldings, async (context) => context.json(await holdings.of(context.var.accountId)))
    .delete('/me', removeAccount, async (context) => {
      await holdings.remove(context.var.accountId);
      return context.body(null, 204);
    });
}
