/**
 * Descriptions of a route's parts for the OpenAPI document. A validator describes what it reads, a limit what it
 * refuses, and a route what it answers, so the document matches what runs.
 */
import { STATUS_CODES } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { findTargetHandler } from 'hono/utils/handler';
import type { z } from 'zod';
import { refusalBody } from './refusal.ts';

/** Schemas by media type; null for bytes and text, which have none. */
export type Content = Readonly<Record<string, z.ZodType | null>>;

export interface Answer {
  description: string;
  /** Left out: no body. */
  content?: Content;
}

/** How a caller authenticates; the document's security schemes. */
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

/** Attaches a description to a middleware or handler, which is returned unchanged. */
export function described<H extends object>(handler: H, description: Description): H {
  descriptions.set(handler, description);
  return handler;
}

/** A middleware that only describes its route. */
export function describe(description: Description): MiddlewareHandler {
  return described<MiddlewareHandler>((_context, next) => next(), description);
}

/** The description of a handler in an app's list of routes. */
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
 * Errors by status, in this server's form or in that of the service whose client is answered.
 *
 * @param body by default `{error}`
 */
export function errors(statuses: readonly number[], body: z.ZodType = refusalBody): Record<number, Answer> {
  return Object.fromEntries(
    statuses.map((status) => [status, json(body, STATUS_CODES[status] ?? 'An error.')]),
  );
}
