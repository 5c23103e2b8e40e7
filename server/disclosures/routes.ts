import { Hono } from 'hono';
import { z } from 'zod';
import { FACT_LISTS } from '../../catalog/index.ts';
import type { Disclosures } from './contract.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Authenticated } from '../session/authenticate.ts';
import type { Sessions } from '../session/contract.ts';
import { describe, errors } from '../web/describe.ts';

/** A disclosure, as reported to the person who made it. */
export const disclosureSchema = z
  .object({
    id: z.uuid(),
    organiser: z.object({ slug: z.string(), name: z.string() }).describe('Who holds it.'),
    catalog: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the catalog’s canonical JSON (RFC 8785).'),
    fact: z.string().describe('The list and the key, e.g. verifiedTravelEvents/devcon.'),
    list: z.enum(FACT_LISTS).nullable().describe('Null for a fact that this server’s catalog has no longer.'),
    day: z.iso.date().nullable().describe('In UTC; null when it was disclosed before days were recorded.'),
    proof: z.literal('none').describe('The organiser has the person’s word for it.'),
  })
  .meta({ title: 'Disclosure' });

const withdraw = describe({
  summary: 'Withdraws a disclosure of the caller’s: the organiser has it no longer.',
  answers: { 204: { description: 'Done.' }, ...errors([404, 413]) },
});

interface DisclosureDeps {
  sessions: Sessions;
  disclosures: Disclosures;
}

/** `DELETE /api/disclosures/{id}`. `GET /api/users/me` lists disclosures. */
export function disclosureRoutes({ sessions, disclosures }: DisclosureDeps) {
  return new Hono<Authenticated>().use(authenticate(sessions)).delete('/:id', withdraw, async (context) => {
    await disclosures.withdraw(context.var.accountId, context.req.param('id'));
    return context.body(null, 204);
  });
}
