import { publishedKeys } from '../identity/published-keys.ts';
import type { Provider } from '../session/contract.ts';
import { createProvider } from './verify.ts';

/** developers.google.com/identity/gsi/web/guides/verify-google-id-token */
const GOOGLE_ISSUER = 'https://accounts.google.com';
const GOOGLE_ISSUER_ALIAS = 'accounts.google.com';
const GOOGLE_JWKS = 'https://www.googleapis.com/oauth2/v3/certs';

/** The holder of such an address also holds its mailbox. */
const GMAIL = /@(gmail|googlemail)\.com$/;

export interface GoogleOptions {
  /** The client for which tokens must be issued. */
  clientId: string;
  /** The network edge and the clock, for tests. */
  fetch?: typeof fetch;
  jwksUrl?: string;
  now?: () => number;
}

/**
 * Google as the provider. It is authoritative for Gmail's addresses and those of organisations that it hosts. Any other
 * address was verified when its Google account was made, and may belong to somebody else by now.
 */
export function createGoogleProvider({
  clientId,
  fetch: send = fetch,
  jwksUrl = GOOGLE_JWKS,
  now = Date.now,
}: GoogleOptions): Provider {
  return createProvider({
    name: 'Google',
    issuer: GOOGLE_ISSUER,
    aliases: [GOOGLE_ISSUER_ALIAS],
    audience: clientId,
    algorithm: 'RS256',
    ...publishedKeys(jwksUrl, send, now),
    authoritative: ({ email, hd }) => GMAIL.test(email) || hd !== undefined,
    now,
  });
}
