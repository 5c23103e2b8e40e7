/** Calls of the API, for any sender, and their refusals. */
import type { Reachable } from './harness.ts';

/** A call as `fetch` and `node:http` both take it. */
export interface Call {
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** The caller's header; null for a call without a sign-in. */
export const bearer = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

export function jsonPost(
  token: string | null,
  body: unknown,
  headers: Record<string, string> = {},
): Omit<Call, 'path'> {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token), ...headers },
    body: JSON.stringify(body),
  };
}

export function send(server: Pick<Reachable, 'request'>, call: Call): Promise<Response> {
  return server.request(call.path, call);
}

/** The account that a call is about, and the sign-in with which it is made. */
export interface Caller {
  email: string;
  token: string | null;
}

/** Asks whether there is an account. */
export const lookUpCall = ({ email, token }: Caller): Call => ({
  path: `/api/users/get_by_email?${new URLSearchParams({ email })}`,
  method: 'GET',
  headers: bearer(token),
});

/** Announces the keys at `link`, for a new account or as new keys of an existing one. */
export const announceCall = (
  call: 'create_account' | 'update_psi_keys',
  { email, token }: Caller,
  link: string,
): Call => ({
  path: `/api/users/${call}`,
  ...jsonPost(token, { email, psiPublicKeysLink: link }),
});

/** Asks for a client token to upload with. */
export const uploadTokenCall = (
  { token, identityToken }: { token: string | null; identityToken: string },
  pathname: string,
  more: object = {},
): Call => ({
  path: '/api/psi/upload',
  ...jsonPost(
    token,
    {
      type: 'blob.generate-client-token',
      payload: { pathname, clientPayload: null, multipart: false, ...more },
    },
    { 'x-identity-token': identityToken },
  ),
});

/** Everything except timing by which two answers could be told apart. */
export interface SeenAnswer {
  status: number;
  headers: [name: string, value: string][];
  body: string;
}

export async function seen(answer: Response): Promise<SeenAnswer> {
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => name !== 'date'),
    body: await answer.text(),
  };
}

export async function errorOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { error: string }).error;
}
