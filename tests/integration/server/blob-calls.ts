/** The calls of `@vercel/blob` one by one, to send what the library itself never would. */
import { hkdfSync } from 'node:crypto';
import { generateClientTokenFromReadWriteToken } from '@vercel/blob/client';
import { embeddedReadWriteToken } from '../../../server/blob/embedded-store.ts';
import { SECRET } from '../../support/server/sign-in.ts';
import type { Reachable } from '../../support/server/harness.ts';

export const OCTETS = 'application/octet-stream';

/** The token with which the test server's embedded store signs. */
export const READ_WRITE_TOKEN = embeddedReadWriteToken(
  new Uint8Array(hkdfSync('sha256', SECRET, '', 'waystamp blob v1', 32)),
);

/** The `@vercel/blob` client's options, apart from the object. */
export const putOptions = (token: string) => ({ access: 'public', token, contentType: OCTETS }) as const;

/** A client token as the server mints it, for more bytes than public keys have. */
export function grantFor(pathname: string, maximumSizeInBytes: number): Promise<string> {
  return generateClientTokenFromReadWriteToken({
    token: READ_WRITE_TOKEN,
    pathname,
    maximumSizeInBytes,
    allowedContentTypes: [OCTETS],
    validUntil: Date.now() + 600_000,
  });
}

/** A server that can receive a call. */
export type BlobServer = Pick<Reachable, 'request'>;

export interface BlobCall {
  pathname: string;
  token?: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
}

const headersOf = ({ token, headers }: BlobCall): Record<string, string> => ({
  'x-api-version': '12',
  'x-content-type': OCTETS,
  'x-vercel-blob-access': 'public',
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...headers,
});

export function putCall(server: BlobServer, call: BlobCall): Promise<Response> {
  return server.request(`/blob/?${new URLSearchParams({ pathname: call.pathname })}`, {
    method: 'PUT',
    body: call.body ?? 'x',
    headers: headersOf(call),
  });
}

/** One of the multipart calls. */
export function multipartCall(
  server: BlobServer,
  action: string,
  call: BlobCall & { uploadId?: string; key?: string; partNumber?: string },
): Promise<Response> {
  const { uploadId, key, partNumber, body } = call;
  return server.request(`/blob/mpu?${new URLSearchParams({ pathname: call.pathname })}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    headers: {
      'x-mpu-action': action,
      ...(uploadId === undefined ? {} : { 'x-mpu-upload-id': uploadId }),
      ...(key === undefined ? {} : { 'x-mpu-key': encodeURIComponent(key) }),
      ...(partNumber === undefined ? {} : { 'x-mpu-part-number': partNumber }),
      ...headersOf(call),
    },
  });
}

/** A refusal in the service's form: status, code and message. */
export async function refusalOf(answer: Response): Promise<[number, string, string]> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return [answer.status, error.code, error.message];
}
