import { GMAIL_READONLY } from '../../../src/auth/scopes.ts';
import type { Session } from '../../../worker/contract.ts';

/** Somebody who is signed in and may let the mailbox be read, with changes to the token. */
export function signedIn(token: Partial<Session['googleAuthToken']> = {}): Session {
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
      ...token,
    },
  };
}
