import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { DemoCode, MailGrant, ReadingRequest, SignInRequest } from '../contract.ts';
import { AppFailure, failure, isAbort } from '../errors.ts';
import type { Http } from '../client/http.ts';
import { mailGrantSchema } from '../session/mail-grant.ts';

/** The client id of the demo provider. */
const DEMO_CLIENT_ID = 'waystamp-demo';

/** How long a sign-out waits for the provider or the server before it goes on without them. Milliseconds. */
export const REVOKE_DEADLINE_MS = 5_000;

const idTokenAnswer = z.object({ id_token: z.string().min(1) });
const grantAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
  scope: z.string(),
});
const profileAnswer = z.object({ emailAddress: z.email() });

/**
 * Gets the provider's ID token: as the page received it from Google, or from the demo provider in exchange for the
 * single-use code and its PKCE verifier (RFC 6749 4.1.3, RFC 7636 4.5).
 *
 * @throws AppFailure `sign_in_failed`
 */
export async function obtainIdToken(request: SignInRequest, http: Http): Promise<string> {
  if (request.provider === 'google') return request.idToken;
  return (await exchange(request, http, idTokenAnswer)).id_token;
}

/**
 * Gets the provider's mail grant. From then on it can be sent to the provider's mailbox and revocation endpoint only.
 *
 * @throws AppFailure `sign_in_failed`
 */
export async function obtainGrant(request: ReadingRequest, http: Http, clock: Clock): Promise<MailGrant> {
  const grant = request.provider === 'google' ? request.grant : await demoGrant(request, http, clock);
  // The page names the provider, so a token from Google is never taken for the demo's.
  const parsed = mailGrantSchema.safeParse({ ...grant, provider: request.provider });
  if (!parsed.success) throw failure('sign_in_failed', { cause: parsed.error });
  http.keepGrant(parsed.data);
  return parsed.data;
}

async function demoGrant(code: DemoCode, http: Http, clock: Clock): Promise<Omit<MailGrant, 'provider'>> {
  const { access_token, expires_in, scope } = await exchange(code, http, grantAnswer);
  return { access_token, token_type: 'Bearer', scope, expires_at: clock.now() + expires_in * 1000 };
}

/**
 * The address of the mailbox that a grant opens, from the mail profile.
 *
 * @throws AppFailure `profile_failed`, `token_expired`
 */
export async function readMailAddress(grant: MailGrant, http: Http): Promise<string> {
  const url = `${http.keepGrant(grant).header}profile`;
  let answer: Response;
  try {
    const headers = { authorization: `Bearer ${grant.access_token}` };
    answer = await http.for('sign-in')(url, { headers });
  } catch (cause) {
    if (isAbort(cause) || cause instanceof AppFailure) throw cause;
    throw failure('profile_failed', { cause });
  }
  if (answer.status === 401) throw failure('token_expired');
  const profile = profileAnswer.safeParse(answer.ok ? await readJson(answer) : undefined);
  if (!profile.success) throw failure('profile_failed', { cause: profile.error });
  return profile.data.emailAddress;
}

/**
 * Revokes a mail grant. Never throws, because a sign-out must also work offline.
 *
 * @returns false when the provider was not reached; the token then expires by itself
 */
export async function revoke(grant: MailGrant, http: Http): Promise<boolean> {
  try {
    await http.for('sign-in')(http.keepGrant(grant).body, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: grant.access_token }).toString(),
      signal: AbortSignal.timeout(REVOKE_DEADLINE_MS),
    });
    return true;
  } catch {
    return false;
  }
}

async function exchange<T>(
  { code, codeVerifier, redirectUri }: DemoCode,
  http: Http,
  schema: z.ZodType<T>,
): Promise<T> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
    client_id: DEMO_CLIENT_ID,
  };
  let answer: Response;
  try {
    answer = await http.for('sign-in')('/demo/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  } catch (cause) {
    if (isAbort(cause) || cause instanceof AppFailure) throw cause;
    throw failure('sign_in_failed', { cause });
  }
  const parsed = schema.safeParse(answer.ok ? await readJson(answer) : undefined);
  if (!parsed.success) throw failure('sign_in_failed', { cause: parsed.error });
  return parsed.data;
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
}
