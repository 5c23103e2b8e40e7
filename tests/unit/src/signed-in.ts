import { GMAIL_READONLY } from '../../../src/auth/scopes.ts';
import type { MailGrant, Session } from '../../../worker/contract.ts';

/** A person who is signed in and has granted access to the mailbox, with changes to that grant. */
export function signedIn(grant: Partial<MailGrant> = {}): Session & { googleAuthToken: MailGrant } {
  return {
    userId: 'user-1',
    email: 'robin.keller@mail.example',
    psiPublicKeysLink: 'https://blob.example/keys',
    psiPrivateKeys: 'A'.repeat(64),
    googleAuthToken: {
      access_token: 'first',
      token_type: 'Bearer',
      scope: `email profile ${GMAIL_READONLY}`,
      expires_at: 2_000_000_000_000,
      provider: 'demo',
      ...grant,
    },
    serverSession: { token: `session.1.${'s'.repeat(43)}`, expiresAt: 2_000_000_000_000 },
  };
}
