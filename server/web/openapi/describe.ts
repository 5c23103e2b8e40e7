/**
 * What the parts of a route say of themselves, for the OpenAPI document. A validator says what it reads, a limit what
 * it refuses, a route what it answers; so what is documented is what runs.
 */
import { STATUS_CODES } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { findTargetHandler } from 'hono/utils/handler';
import type { z } from 'zod';
import { refusalBody } from '../refusal.ts';

/** A body by its media type: the schema of its value; null for bytes and text, which have none. */
export type Content = Readonly<Record<string, z.ZodType | null>>;

export interface Answer {
  description: string;
  /** Left out: no body. */
  content?: Content;
}

/** How a caller shows who they are; the document's security schemes. */
export type Credential = 'session' | 'accessToken' | 'identityToken' | 'blobToken' | 'metricsToken';

export interface Description {
  /** One line; every route has one. */
  summary?: string;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: Content;
  /** The largest body that is read. */
  maxBodyBytes?: number;
  /** All of them are needed. */
  credentials?: readonly Credential[];
  /** By status. */
  answers?: Readonly<Record<number, Answer>>;
}

const descriptions = new WeakMap<object, Description>();

/** Ties a description to a middleware or a handler, which stays as it is. */
export function described<H extends object>(handler: H, description: Description): H {
  descriptions.set(handler, description);
  return handler;
}

/** A part of a route that does nothing but describe it. */
export function describe(description: Description): MiddlewareHandler {
  return described<MiddlewareHandler>((_context, next) => next(), description);
}

/** What was said of a handler, as an app's list of routes holds it. */
export function descriptionOf(handler: (...parameters: never[]) => unknown): Description | undefined {
  return descriptions.get(findTargetHandler(handler));
}

/** An answer in JSON. */
export function json(schema: z.ZodType, description = 'Done.'): Answer {
  return { description, content: { 'application/json': schema } };
}

/** An answer whose body is bytes or text of this media type. */
export function raw(mediaType: string, description = 'Done.'): Answer {
  return { description, content: { [mediaType]: null } };
}

/**
 * Errors by status, in the form that this server gives them or in that of the service whose client is answered.
 *
 * @param body `{error}` when left out
 */
export function errors(statuses: readonly number[], body: z.ZodType = refusalBody): Record<number, Answer> {
  return Object.fromEntries(
    statuses.map((status) => [status, json(body, STATUS_CODES[status] ?? 'An error.')]),
  );
}
