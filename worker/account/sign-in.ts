import { z } from 'zod';
import { foldAddress } from '../../mail/header/fold-address.ts';
import type { Clock } from '../clock.ts';
import type { ErrorCode, MailGrant, ReadingRequest, Session, SignInRequest } from '../contract.ts';
import { failure } from '../errors.ts';
import { RefusedByServer } from '../client/api.ts';
import type { SessionAnswer } from '../client/api.ts';
import type { Http } from '../client/http.ts';
import { fromBase64, publishNewKeys, replaceKeys, serverError } from './keys.ts';
import type { KeyMaker } from './keys.ts';
import { canReadMail } from '../session/mail-grant.ts';
import { obtainGrant, obtainIdToken, readMailAddress, revoke } from './provider.ts';
import type { SignedIn } from '../session/session.ts';

export interface SignInDeps {
  http: Http;
  maker: KeyMaker;
}

/** The server's status for an account that exists already. */
const CONFLICT = 409;
const TOO_MANY = 429;

/** The codes with which `POST /api/session` refuses an ID token, or says that it cannot be checked. */
const REFUSALS = [
  'id_token_expired',
  'id_token_audience',
  'id_token_unsigned',
  'id_token_nonce',
  'id_token_unverified',
  'id_token_used',
  'id_token_invalid',
  'provider_silent',
] as const satisfies ErrorCode[];

/**
 * Signs in: ID token, our server's session, a check whether the account exists, then new keys, announced for the
 * existing account or the new one. The server gets the ID token and nothing that could read mail.
 *
 * @returns a session without a mail grant
 * @throws AppFailure with a fixed text, or a code of {@link REFUSALS}
 */
export async function signIn(request: SignInRequest, { http, maker }: SignInDeps): Promise<SignedIn> {
  const { api } = maker;
  const idToken = await obtainIdToken(request, http);
  const email = addressIn(idToken);
  if (email === null) throw failure('id_token_invalid');

  const { token, expiresAt, user } = await begin(() => api.beginSession(idToken, request.nonce));
  if (!sameMailbox(user.email, email)) throw failure('sign_in_failed');
  const serverSession = { token, expiresAt };
  http.keepSession(serverSession);

  let exists: boolean;
  try {
    exists = await api.userExists(serverSession, email);
  } catch (cause) {
    throw failure('user_lookup_failed', { cause });
  }

  const session = (
    { psiPrivateKeys, psiPublicKeysLink }: { psiPrivateKeys: string; psiPublicKeysLink: string },
    userId: string,
  ): SignedIn => ({ userId, email, psiPublicKeysLink, psiPrivateKeys, googleAuthToken: null, serverSession });

  if (exists) {
    const keys = await replaceKeys(maker, serverSession, email);
    return session(keys, keys.userId);
  }

  const keys = await publishNewKeys(maker, serverSession);
  try {
    const account = await api.createAccount(serverSession, email, keys.psiPublicKeysLink);
    return session({ ...keys, psiPublicKeysLink: account.psiPublicKeysLink }, account.id);
  } catch (cause) {
    // Another device of this person was faster, so the account's keys are replaced.
    if (cause instanceof RefusedByServer && cause.status === CONFLICT) {
      const replaced = await replaceKeys(maker, serverSession, email);
      return session(replaced, replaced.userId);
    }
    throw failure('create_account_failed', { serverError: serverError(cause), cause });
  }
}

/**
 * Gets the provider's mail grant and passes it to `keep`. From here on it is either kept or revoked, so that no unused
 * grant remains.
 *
 * @throws what `keep` rejects with, after revoking the grant; AppFailure `sign_in_failed`
 */
export async function allowReading(
  request: ReadingRequest,
  { http, clock }: { http: Http; clock: Clock },
  keep: (grant: MailGrant) => Promise<Session>,
): Promise<Session> {
  const grant = await obtainGrant(request, http, clock);
  try {
    return await keep(grant);
  } catch (cause) {
    await revoke(grant, http);
    throw cause;
  }
}

/**
 * Checks that a grant is for the signed-in person's mailbox: the mail profile must have the ID token's address. A grant
 * without permission to read mail opens no profile; it is kept, so that the person can be told what is missing.
 *
 * @throws AppFailure `profile_failed`, `token_expired`, `other_address`
 */
export async function checkMailbox(grant: MailGrant, { email }: Session, http: Http): Promise<void> {
  if (!canReadMail(grant)) return;
  if (!sameMailbox(await readMailAddress(grant, http), email)) throw failure('other_address');
}

/** True when both addresses belong to one mailbox. */
export function sameMailbox(one: string, other: string): boolean {
  return foldAddress(one) === foldAddress(other);
}

async function begin(ask: () => Promise<SessionAnswer>): Promise<SessionAnswer> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof RefusedByServer)) throw cause;
    const { status, code, retryAfter } = cause;
    const known = REFUSALS.find((refusal) => refusal === code);
    throw failure(known ?? (status === TOO_MANY ? 'sign_in_limited' : 'sign_in_failed'), {
      cause,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
}

const claims = z.object({ email: z.email() });

/**
 * The address in an ID token (RFC 7519 3); null without one. The server checks the signature; here the address only
 * decides what belongs together on this device.
 */
function addressIn(idToken: string): string | null {
  try {
    const payload = idToken.split('.')[1] ?? '';
    const bytes = fromBase64(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const parsed = claims.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data.email : null;
  } catch {
    return null;
  }
}
