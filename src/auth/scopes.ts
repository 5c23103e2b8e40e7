/** The scopes that the app asks for (DESIGN 2 and 5), and what a grant covers. */

export const GMAIL_READONLY = 'https://www.googleapis.com/auth/gmail.readonly';

/** For reading the account's own mailbox. */
export const MAILBOX_SCOPES = ['email', 'profile', GMAIL_READONLY] as const;
/** For comparing the facts of an imported file: only who the person is. */
export const ACCOUNT_SCOPES = ['email', 'profile'] as const;

/** What the sign-in is for; it decides what is asked. */
export type SignInPurpose = 'mailbox' | 'account';

export function scopesFor(purpose: SignInPurpose): readonly string[] {
  return purpose === 'mailbox' ? MAILBOX_SCOPES : ACCOUNT_SCOPES;
}

/** A provider may answer a short scope with its long name (Google does for `email` and `profile`). */
const LONG_NAMES: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/userinfo.email': 'email',
  'https://www.googleapis.com/auth/userinfo.profile': 'profile',
};

/** The scopes of this purpose that a grant leaves out. `granted` is space-separated, as the provider sends it. */
export function missingScopes(granted: string, purpose: SignInPurpose): string[] {
  const given = new Set(
    granted
      .split(' ')
      .filter((scope) => scope !== '')
      .map((scope) => LONG_NAMES[scope] ?? scope),
  );
  return scopesFor(purpose).filter((scope) => !given.has(scope));
}

/** True when a grant covers reading the mailbox. */
export function grantsMailbox(granted: string): boolean {
  return missingScopes(granted, 'mailbox').length === 0;
}
