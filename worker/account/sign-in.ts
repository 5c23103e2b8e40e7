import type { Session, SignInRequest } from '../contract.ts';
import { failure } from '../errors.ts';
import { Refusal } from './api.ts';
import type { ServerConfig } from './config.ts';
import type { Http } from './http.ts';
import { publishNewKeys, replaceKeys, serverError } from './keys.ts';
import type { KeyMaker } from './keys.ts';
import { obtainToken, readAddress } from './provider.ts';

export interface SignInDeps {
  config: ServerConfig;
  http: Http;
  maker: KeyMaker;
}

/** The status with which the server says that the account is there already. */
const CONFLICT = 409;

/**
 * Signs in (DESIGN 2, steps 1 and 2): token, address, the server's answer whether the account exists; then
 * fresh keys, announced to the existing account or put into the new one.
 *
 * @throws AppFailure with the texts of DESIGN 10
 */
export async function signIn(request: SignInRequest, { config, http, maker }: SignInDeps): Promise<Session> {
  const { api, clock } = maker;
  const token = await obtainToken(request, http, clock);
  const email = await readAddress(token, config, http);

  let exists: boolean;
  try {
    exists = await api.userExists(token, email);
  } catch (cause) {
    throw failure('user_lookup_failed', { cause });
  }

  const session = (keys: { psiPrivateKeys: string; psiPublicKeysLink: string }, userId: string): Session => ({
    userId,
    email,
    psiPublicKeysLink: keys.psiPublicKeysLink,
    psiPrivateKeys: keys.psiPrivateKeys,
    googleAuthToken: token,
  });

  if (exists) {
    const keys = await replaceKeys(maker, token, email);
    return session(keys, keys.userId);
  }

  const keys = await publishNewKeys(maker, token);
  try {
    const account = await api.createAccount(token, email, keys.psiPublicKeysLink);
    return session({ ...keys, psiPublicKeysLink: account.psiPublicKeysLink }, account.id);
  } catch (cause) {
    // Another device of this person was faster: the account is theirs, so its keys are replaced.
    if (cause instanceof Refusal && cause.status === CONFLICT) {
      const replaced = await replaceKeys(maker, token, email);
      return session(replaced, replaced.userId);
    }
    throw failure('create_account_failed', { serverError: serverError(cause), cause });
  }
}
