import { z } from 'zod';
import { foldAddress } from '../../mail/header/fold-address.ts';
import type { Clock } from '../clock.ts';
import type { ErrorCode, MailGrant, ReadingRequest, Session, SignInRequest } from '../contract.ts';
import { failure } from '../errors.ts';
import { Refusal } from '../client/api.ts';
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

/** The status with which the server says that the account is there already. */
const CONFLICT = 409;
const TOO_MANY = 429;

/** The codes with which `POST /api/session` refuses an ID token, or says that it cannot check it. */
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
 * Signs in: ID token, our server's session, its answer whether the account exists; then fresh keys, announced to the
 * existing account or put into the new one. The server sees the ID token and nothing that could read mail.
 *
 * @returns a session without a mail grant
 * @throws AppFailure with the texts of DESIGN 10, or a code of {@link REFUSALS}
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
    // Another device of this person was faster: the account is theirs, so its keys are replaced.
    if (cause instanceof Refusal && cause.status === CONFLICT) {
      const replaced = await replaceKeys(maker, serverSession, email);
      return session(replaced, replaced.userId);
    }
    throw failure('create_account_failed', { serverError: serverError(cause), cause });
  }
}

/**
 * Takes the provider's mail grant, and hands it to whoever keeps it. From here on it is kept or taken back: what nobody
 * will use, nobody should hold.
 *
 * @throws what `keep` rejects with, once the grant is revoked; AppFailure `sign_in_failed`
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
 * A grant reads the mailbox of the person who is signed in, and of nobody else: the mail profile must name the address
 * of the ID token. A grant that leaves out reading mail opens no profile; it is kept, so that the person can be told
 * what is missing.
 *
 * @throws AppFailure `profile_failed`, `token_expired`, `other_address`
 */
export async function checkMailbox(grant: MailGrant, { email }: Session, http: Http): Promise<void> {
  if (!canReadMail(grant)) return;
  if (!sameMailbox(await readMailAddress(grant, http), email)) throw failure('other_address');
}

/** True when both are addresses of one mailbox. */
export function sameMailbox(one: string, other: string): boolean {
  return foldAddress(one) === foldAddress(other);
}

async function begin(ask: () => Promise<SessionAnswer>): Promise<SessionAnswer> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
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
 * The address in an ID token (RFC 7519 3); null when it holds none. Its signature is the server's to check: here the
 * address only decides what on this device belongs together.
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
