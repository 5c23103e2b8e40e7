export const GMAIL_READONLY = 'https://www.googleapis.com/auth/gmail.readonly';

/** The scopes that the demo's consent page can grant, in the order of the page, in plain words. */
export const SCOPES = [
  {
    id: 'email',
    title: 'See your email address',
    detail: 'robin.keller@mail.example. It names your account and nothing else.',
  },
  {
    id: 'profile',
    title: 'See your name',
    detail: 'The name on the account: Robin Keller.',
  },
  {
    id: GMAIL_READONLY,
    title: 'Read your mail',
    detail: 'Read only: nothing is sent, changed or deleted. Waystamp reads it on this device.',
  },
] as const;

export type Scope = (typeof SCOPES)[number]['id'];

/** The scopes in a space-separated list that the demo knows; null when one of them is unknown. */
export function readScopes(text: string): Scope[] | null {
  const asked = text.split(' ').filter((scope) => scope !== '');
  const known = SCOPES.map(({ id }) => id).filter((id) => asked.includes(id));
  return known.length === new Set(asked).size && known.length > 0 ? known : null;
}
