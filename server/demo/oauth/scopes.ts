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

/** The scopes in a space-separated list that the demo knows; null when one of them is unknown. */
export function readScopes(text: string): Scope[] | null {
  const asked = text.split(' ').filter((scope) => scope !== '');
  const known = SCOPES.map(({ id }) => id).filter((id) => asked.includes(id));
  return known.length === new Set(asked).size && known.length > 0 ? known : null;
}
