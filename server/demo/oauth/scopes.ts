export const GMAIL_READONLY = 'https://www.googleapis.com/auth/gmail.readonly';

/** The scopes that the demo's consent page can grant, in the order of the page, in plain words. */
export const SCOPES = [
  {
    id: 'email',
    name: 'Email',
    title: 'See your email address',
    detail: 'It names your account, and nothing else.',
  },
  {
    id: 'profile',
    name: 'Profile',
    title: 'See your name',
    detail: 'The name on the account.',
  },
  {
    id: GMAIL_READONLY,
    name: 'Mail, read-only',
    title: 'Read your mail',
    detail: 'Nothing is sent, changed or deleted. The mail is read on this device.',
  },
] as const;

export type Scope = (typeof SCOPES)[number]['id'];

/** Requests an ID token (OpenID Connect Core 3.1.2.1). */
const OPENID = 'openid';

/**
 * What a space-separated list of scopes requests: a sign-in, or access. One request never covers both, as with Google,
 * where each has its own window.
 *
 * @returns null when a scope is unknown, when there is none, and when a sign-in includes mail
 */
export function readScopes(text: string): { openid: boolean; scopes: Scope[] } | null {
  const asked = new Set(text.split(' ').filter((scope) => scope !== ''));
  const openid = asked.delete(OPENID);
  const scopes = SCOPES.map(({ id }) => id).filter((id) => asked.has(id));
  if (scopes.length !== asked.size || scopes.length === 0) return null;
  return openid && scopes.includes(GMAIL_READONLY) ? null : { openid, scopes };
}
