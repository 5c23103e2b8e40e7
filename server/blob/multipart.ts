import { Hono } from 'hono';
import type { Context, Env } from 'hono';
import { z } from 'zod';
import type { BlobUploadRef } from './contract.ts';
import { answerOf, etagOf } from './answer.ts';
import type { BlobRouteDeps } from './answer.ts';
import { callMultipart } from './describe.ts';
import { bodyUpTo, contentOf, grantedCall } from './granted-call.ts';
import type { GrantedCall } from './granted-call.ts';
import { MAX_PARTS, MIN_PART_BYTES } from './limits.ts';
import { BlobRefusal, taken, tooLarge } from './refusal.ts';

type Call = Context<Env, string>;

/** Room for ten thousand entries of a part's number and ETag. Bytes. */
const MAX_LIST_BYTES = 1024 * 1024;

const partNumber = z.int().min(1).max(MAX_PARTS);

/** The client's request to complete an upload: the parts with their ETags, in any order. */
const partList = z
  .array(z.object({ partNumber, etag: z.string().min(1).max(100) }))
  .min(1)
  .max(MAX_PARTS)
  .refine((parts) => new Set(parts.map((part) => part.partNumber)).size === parts.length);

/**
 * Multipart uploads for `createMultipartUpload`, `uploadPart` and `completeMultipartUpload` of `@vercel/blob`: three
 * calls to one address, told apart by `x-mpu-action`, each with the client token.
 */
export function multipartRoutes(deps: BlobRouteDeps): Hono {
  const { uploads, readWriteToken, limits, clientAddress, now } = deps;

  const begin = async (context: Call, { grant, contentType }: GrantedCall): Promise<Response> => {
    await limits.count('uploads', grant.pathname);
    const { pathname, cacheControlMaxAge } = grant;
    const { id } = await uploads.begin(
      { grantedPathname: pathname, pathname, contentType, cacheControlMaxAge },
      grant.validUntil,
    );
    return context.json({ uploadId: id, key: pathname });
  };

  const addPart = async (context: Call, { grant }: GrantedCall): Promise<Response> => {
    const number = partNumber.safeParse(Number(context.req.header('x-mpu-part-number')));
    if (!number.success) {
      throw new BlobRefusal(400, 'bad_request', `x-mpu-part-number must be 1 to ${MAX_PARTS}`);
    }
    const content = await contentOf(context, grant);
    const etag = etagOf(content);
    const outcome = await uploads.addPart(
      uploadOf(context, grant.pathname),
      { partNumber: number.data, etag, content },
      grant.maximumSizeInBytes,
    );
    if (outcome === 'no such upload') throw noSuchUpload();
    if (outcome === 'too large') throw tooLarge(grant.maximumSizeInBytes);
    return context.json({ etag });
  };

  const complete = async (context: Call, { grant }: GrantedCall): Promise<Response> => {
    const upload = uploadOf(context, grant.pathname);
    const list = partList.safeParse(asJson(await bodyUpTo(context, MAX_LIST_BYTES)));
    if (!list.success) throw new BlobRefusal(400, 'bad_request', 'the list of parts is not valid');
    const most = grant.maximumSizeInBytes;
    const outcome = await uploads.complete(upload, list.data, { least: MIN_PART_BYTES, most });
    switch (outcome) {
      case 'no such upload':
        throw noSuchUpload();
      case 'no such part':
        throw new BlobRefusal(400, 'bad_request', 'a listed part was not uploaded, or has another ETag');
      case 'part too small':
        throw new BlobRefusal(
          400,
          'bad_request',
          `every part but the last must have at least ${MIN_PART_BYTES} bytes`,
        );
      case 'too large':
        throw tooLarge(most);
      case 'taken':
        throw taken();
      default:
        return answerOf(context, deps.origins(), { pathname: upload.pathname, ...outcome });
    }
  };

  const actions = new Map([
    ['create', begin],
    ['upload', addPart],
    ['complete', complete],
  ]);
  return new Hono().post('/blob/mpu', callMultipart, async (context) => {
    await limits.count('calls', clientAddress(context));
    const call = grantedCall(context, readWriteToken, now());
    const action = actions.get(context.req.header('x-mpu-action') ?? '');
    if (action === undefined) {
      throw new BlobRefusal(400, 'bad_request', 'x-mpu-action must be create, upload or complete');
    }
    return action(context, call);
  });
}

/** The upload that a call names. The client escapes the key, because a header is ASCII only. */
function uploadOf(context: Call, grantedPathname: string): BlobUploadRef {
  try {
    const pathname = decodeURIComponent(context.req.header('x-mpu-key') ?? '');
    // PostgreSQL's text holds no NUL.
    if (pathname.includes('\0')) throw noSuchUpload();
    return { id: context.req.header('x-mpu-upload-id') ?? '', pathname, grantedPathname };
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    throw noSuchUpload();
  }
}

/** For an upload that never existed, has ended or expired, or was begun with another pathname's token. */
function noSuchUpload(): BlobRefusal {
  return new BlobRefusal(404, 'not_found', 'The requested upload does not exist');
}

/** The JSON value; undefined, which fits no schema, when it is not JSON. */
function asJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
