import { Hono } from 'hono';
import { z } from 'zod';
import type { Accounts, Announcements, Limits, Provider } from '../ports.ts';
import { authenticate, ownAddress } from '../provider/authenticate.ts';
import type { Authenticated } from '../provider/authenticate.ts';
import { jsonBody, queryValues } from '../web/json-body.ts';

/** RFC 5321 4.5.3.1 allows 254 characters for an address. */
const MAX_EMAIL = 254;
/** Our own links are about 100 characters long. */
const MAX_LINK = 2048;

const email = z.string().trim().min(3).max(MAX_EMAIL);
const announcement = z.object({ email, psiPublicKeysLink: z.string().min(1).max(MAX_LINK) });

interface AccountDeps {
  provider: Provider;
  accounts: Accounts;
  announcements: Announcements;
  limits: Limits;
}

/** The account calls of DESIGN 7's table, under `/api/users`. */
export function accountRoutes({ provider, accounts, announcements, limits }: AccountDeps) {
  return new Hono<Authenticated>()
    .use(authenticate(provider))
    .post('/create_account', jsonBody(announcement), async (context) => {
      const body = context.req.valid('json');
      const address = ownAddress(context.var.email, body.email);
      await limits.count('announcements', address);
      return context.json(await accounts.create(address, await announcements.read(body.psiPublicKeysLink)));
    })
    .post('/update_psi_keys', jsonBody(announcement), async (context) => {
      const body = context.req.valid('json');
      const address = ownAddress(context.var.email, body.email);
      await limits.count('announcements', address);
      return context.json(
        await accounts.replaceKeys(address, await announcements.read(body.psiPublicKeysLink)),
      );
    })
    .get('/get_by_email', queryValues(z.object({ email })), async (context) => {
      const address = ownAddress(context.var.email, context.req.valid('query').email);
      const user = await accounts.find(address);
      return context.json({ exists: user !== null, user });
    });
}
