import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import type { Psi } from '../../psi-wasm/index.ts';
import { untilAborted } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { ServerSession } from '../contract.ts';
import { AppFailure, failure } from '../errors.ts';
import { RefusedByServer } from '../client/api.ts';
import type { ServerApi } from '../client/api.ts';
import { uploadBlob } from '../blob/blob.ts';
import type { Identity } from './identity.ts';
import { isSessionOver } from '../session/session.ts';

/** Random bytes in the name of a public key file, so that no address is part of a URL. */
const PATH_BYTES = 16;

export interface KeyMaker {
  api: ServerApi;
  identity: Identity;
  loadPsi: () => Promise<Psi>;
  /** Absolute address of the blob store's API; null for Vercel's own. */
  blobApiUrl: string | null;
  /** Sends the upload. */
  blobFetch: typeof fetch;
  clock: Clock;
}

/** A new one-time pair whose public half is published but not yet announced. */
export interface PublishedKeys {
  /** Base64 of the private half. */
  psiPrivateKeys: string;
  psiPublicKeysLink: string;
}

/**
 * Makes and publishes one-time keys: anonymous sign-in, key generation on this device, and upload of the public half
 * with a client token. Announces nothing to the server yet.
 *
 * @throws AppFailure `psi_account_setup` with the cause, or `session_…`
 */
export async function publishNewKeys(
  { api, identity, loadPsi, blobApiUrl, blobFetch, clock }: KeyMaker,
  token: ServerSession,
  signal?: AbortSignal,
): Promise<PublishedKeys> {
  try {
    const identityToken = await untilAborted(identity.token(), signal);
    const { privateKeys, publicKeys } = (await loadPsi()).genKeys();
    const pathname = `psi/${bytesToHex(randomBytes(PATH_BYTES))}`;
    const psiPublicKeysLink = await uploadBlob({
      pathname,
      body: publicKeys,
      token: await api.uploadToken(token, identityToken, pathname),
      apiUrl: blobApiUrl,
      fetch: blobFetch,
      clock,
      ...(signal === undefined ? {} : { signal }),
    });
    return { psiPrivateKeys: toBase64(privateKeys), psiPublicKeysLink };
  } catch (cause) {
    if (isSessionOver(cause)) throw cause;
    const retryAfter =
      cause instanceof AppFailure || cause instanceof RefusedByServer ? cause.retryAfter : undefined;
    throw failure('psi_account_setup', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) });
  }
}

/**
 * Publishes a new pair and announces it to the server as the one in use.
 *
 * @throws AppFailure `psi_account_setup`, `update_keys_failed` or `session_…`
 */
export async function replaceKeys(
  maker: KeyMaker,
  token: ServerSession,
  email: string,
  signal?: AbortSignal,
): Promise<PublishedKeys & { userId: string }> {
  const keys = await publishNewKeys(maker, token, signal);
  try {
    const { id, psiPublicKeysLink } = await maker.api.updateKeys(token, email, keys.psiPublicKeysLink);
    return { ...keys, psiPublicKeysLink, userId: id };
  } catch (cause) {
    if (isSessionOver(cause)) throw cause;
    throw failure('update_keys_failed', { serverError: serverError(cause), cause });
  }
}

/** The text after `Failed to …:`. */
export function serverError(cause: unknown): string {
  if (cause instanceof RefusedByServer)
    return cause.reason ?? `the server answered with status ${cause.status}`;
  return cause instanceof AppFailure && cause.code === 'offline'
    ? 'there is no connection'
    : 'the server did not answer';
}

/** Bytes as base64 (RFC 4648 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Decodes base64 (RFC 4648 4). Throws on other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
