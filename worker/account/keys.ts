import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import type { Psi } from '../../psi-wasm/index.ts';
import { untilAborted } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { ServerSession } from '../contract.ts';
import { AppFailure, failure } from '../errors.ts';
import { Refusal } from '../client/api.ts';
import type { ServerApi } from '../client/api.ts';
import { uploadBlob } from '../blob/blob.ts';
import type { Identity } from './identity.ts';
import { isSessionOver } from '../session/session.ts';

/** Random bytes in the name of a public key file: no address stands in a URL (DESIGN 7, Links). */
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

/** A fresh one-time pair whose public half is published, and not announced yet. */
export interface PublishedKeys {
  /** Base64 of the private half. */
  psiPrivateKeys: string;
  psiPublicKeysLink: string;
}

/**
 * Makes and publishes one-time keys (DESIGN 2, step 2): anonymous sign-in, key generation on this device,
 * upload of the public half through a client token. Nothing is announced to the server yet.
 *
 * @throws AppFailure `psi_account_setup`, whose cause is what went wrong, or `session_…`
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
    const retryAfter = cause instanceof AppFailure || cause instanceof Refusal ? cause.retryAfter : undefined;
    throw failure('psi_account_setup', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) });
  }
}

/**
 * Publishes a fresh pair and tells the server that it is the one in use from now on.
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

/** What to put behind `Failed to …:` (DESIGN 10). */
export function serverError(cause: unknown): string {
  if (cause instanceof Refusal) return cause.reason ?? `the server answered with status ${cause.status}`;
  return cause instanceof AppFailure && cause.code === 'offline'
    ? 'there is no connection'
    : 'the server did not answer';
}

/** Bytes as base64 (RFC 4648 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The bytes of a base64 text (RFC 4648 4). Throws when it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
