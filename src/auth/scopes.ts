/** The scopes that the app requests, and what a grant covers. */

export const GMAIL_READONLY = 'https://www.googleapis.com/auth/gmail.readonly';

/** For the ID token, which identifies the person. */
export const IDENTITY_SCOPES = ['openid', 'email', 'profile'] as const;
/** For reading the account's own mailbox. */
export const MAILBOX_SCOPES = ['email', 'profile', GMAIL_READONLY] as const;

/** The purpose of a sign-in: reading the mailbox, or only an account for comparing. */
export type SignInPurpose = 'mailbox' | 'account';

/** A provider may return the long name of a short scope (Google does for `email` and `profile`). */
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
