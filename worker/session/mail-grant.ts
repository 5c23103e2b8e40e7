import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { MailGrant, Provider, Session } from '../contract.ts';
import { failure } from '../errors.ts';
import type { TokenPlaces } from './token-guard.ts';

/** The scope without which no mail can be read. */
export const MAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.readonly';

/**
 * Shortest token that is accepted, in characters. 16 hold 96 bits in base64url, so no ordinary text equals one by
 * chance.
 */
const SHORTEST_TOKEN = 16;

/** Where a mail grant may be sent: its mailbox's API, and the endpoint that revokes it. */
export interface MailPlaces extends TokenPlaces {
  body: string;
}

/** Google's revocation endpoint (RFC 7009). */
export const GOOGLE_REVOCATION = 'https://oauth2.googleapis.com/revoke';

/**
 * The only places where a grant from Google is sent: Gmail's API and the revocation endpoint. They are constants in the
 * code, so no server can name others.
 */
const GOOGLE: MailPlaces = {
  header: 'https://gmail.googleapis.com/gmail/v1/users/me/',
  body: GOOGLE_REVOCATION,
};

/** The mailbox and revocation endpoint of a provider; the demo's are on the app's own origin. */
export function mailPlaces(provider: Provider, origin: string): MailPlaces {
  if (provider === 'google') return GOOGLE;
  const { origin: own } = new URL(origin);
  return { header: `${own}/gmail/v1/users/me/`, body: `${own}/demo/revoke` };
}

/** A stored mail grant. */
export const mailGrantSchema: z.ZodType<MailGrant> = z.object({
  access_token: z.string().min(SHORTEST_TOKEN),
  token_type: z.literal('Bearer'),
  scope: z.string(),
  expires_at: z.number(),
  provider: z.enum(['demo', 'google']),
});

/** True when the person allowed the app to read mail. */
export function canReadMail(grant: MailGrant): boolean {
  return grant.scope.split(' ').includes(MAIL_SCOPE);
}

/**
 * The grant, if mail can be read with it now.
 *
 * @throws AppFailure `signed_out`, `scopes_missing` or `token_expired`
 */
export function readingGrant(session: Session | null, clock: Clock): MailGrant {
  if (session === null) throw failure('signed_out');
  const { googleAuthToken: grant } = session;
  if (grant === null || !canReadMail(grant)) throw failure('scopes_missing');
  if (grant.expires_at <= clock.now()) throw failure('token_expired');
  return grant;
}
