import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { ProviderToken, SignInRequest } from '../contract.ts';
import { failure, isAbort } from '../errors.ts';
import type { ServerConfig } from './config.ts';
import type { Http } from './http.ts';

/** The scope without which no mail can be read. */
export const MAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.readonly';

/** The client id of the demo provider. */
const DEMO_CLIENT_ID = 'waystamp-demo';

/** Google's revocation endpoint (RFC 7009); it takes the token in the body. */
const GOOGLE_REVOKE_URL = 'https://oauth2.googleapis.com/revoke';

/** How long a sign-out waits for the provider; it goes on without it. Milliseconds. */
const REVOKE_DEADLINE_MS = 5_000;

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
  scope: z.string(),
});
const profileAnswer = z.object({ emailAddress: z.email() });
const userinfoAnswer = z.object({ email: z.email() });

/** True when the person allowed the app to read mail. */
export function canReadMail(token: ProviderToken): boolean {
  return token.scope.split(' ').includes(MAIL_SCOPE);
}

/**
 * The provider's token: as the page got it from Google, or, from the demo provider, in exchange for the
 * single-use code and its PKCE verifier (RFC 6749 4.1.3, RFC 7636 4.5).
 *
 * @throws AppFailure `sign_in_failed`, `offline` or `server_unavailable`
 */
export async function obtainToken(request: SignInRequest, http: Http, clock: Clock): Promise<ProviderToken> {
  if (request.provider === 'google') return request.token;
  const answer = await postForm(http, '/demo/token', {
    grant_type: 'authorization_code',
    code: request.code,
    code_verifier: request.codeVerifier,
    redirect_uri: request.redirectUri,
    client_id: DEMO_CLIENT_ID,
  });
  if (!answer.ok) throw failure('sign_in_failed');
  const token = tokenAnswer.safeParse(await readJson(answer));
  if (!token.success) throw failure('sign_in_failed', { cause: token.error });
  const { access_token, expires_in, scope } = token.data;
  return { access_token, token_type: 'Bearer', scope, expires_at: clock.now() + expires_in * 1000 };
}

/**
 * The address of the token's owner: from the mail profile when mail may be read, else from userinfo
 * (a sign-in for comparing a file asks for email and profile only, DESIGN 5).
 *
 * @throws AppFailure `profile_failed`, `token_expired`
 */
export async function readAddress(token: ProviderToken, config: ServerConfig, http: Http): Promise<string> {
  const fromMail = canReadMail(token);
  const url = fromMail ? `${http.resolve(config.mailboxBaseUrl)}/profile` : config.userinfoUrl;
  let answer: Response;
  try {
    answer = await http.for('sign-in')(url, { headers: bearer(token) });
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw failure('profile_failed', { cause });
  }
  if (answer.status === 401) throw failure('token_expired');
  if (!answer.ok) throw failure('profile_failed');
  const body = await readJson(answer);
  if (fromMail) {
    const profile = profileAnswer.safeParse(body);
    if (profile.success) return profile.data.emailAddress;
  } else {
    const userinfo = userinfoAnswer.safeParse(body);
    if (userinfo.success) return userinfo.data.email;
  }
  throw failure('profile_failed');
}

/** The provider's log-out: the token is worth nothing afterwards. Never throws: a sign-out goes on offline. */
export async function revoke(token: ProviderToken, config: ServerConfig, http: Http): Promise<void> {
  const google = config.provider === 'google';
  try {
    await http.for('sign-in')(google ? GOOGLE_REVOKE_URL : '/demo/revoke', {
      method: 'POST',
      // Google answers this call without CORS headers; whether it succeeded cannot be read, nor is it needed.
      // Such a request must allow redirects (Fetch 4.1).
      ...(google ? { mode: 'no-cors' as const, redirect: 'follow' as const } : {}),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: token.access_token }).toString(),
      signal: AbortSignal.timeout(REVOKE_DEADLINE_MS),
    });
  } catch {
    // The token expires by itself; everything on this device is cleared in any case.
  }
}

/** The header that carries the token. */
export function bearer(token: ProviderToken): { authorization: string } {
  return { authorization: `Bearer ${token.access_token}` };
}

async function postForm(http: Http, url: string, fields: Record<string, string>): Promise<Response> {
  try {
    return await http.for('sign-in')(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw failure('sign_in_failed', { cause });
  }
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
}
