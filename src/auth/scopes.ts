/** The scopes that the app asks for (DESIGN 2 and 5), and what a grant covers. */

export const GMAIL_READONLY = 'https://www.googleapis.com/auth/gmail.readonly';

/** For the ID token, which says who the person is. */
export const IDENTITY_SCOPES = ['openid', 'email', 'profile'] as const;
/** For reading the account's own mailbox. */
export const MAILBOX_SCOPES = ['email', 'profile', GMAIL_READONLY] as const;

/** What the sign-in is for: reading the mailbox afterwards, or the account alone, to compare with. */
export type SignInPurpose = 'mailbox' | 'account';

/** A provider may answer a short scope with its long name (Google does for `email` and `profile`). */
const LONG_NAMES: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/userinfo.email': 'email',
  'https://www.googleapis.com/auth/userinfo.profile': 'profile',
};

/** The scopes for reading the mailbox that a grant leaves out. `granted` is space-separated, as the provider sends it. */
export function missingScopes(granted: string): string[] {
  const given = new Set(
    granted
      .split(' ')
      .filter((scope) => scope !== '')
      .map((scope) => LONG_NAMES[scope] ?? scope),
  );
  return MAILBOX_SCOPES.filter((scope) => !given.has(scope));
}

/** True when a grant covers reading the mailbox. */
export function grantsMailbox(granted: string): boolean {
  return missingScopes(granted).length === 0;
}
