import { Hono } from 'hono';
import type { RouterRoute } from 'hono/types';
import { z } from 'zod';
import { describe, json } from './describe.ts';
import { openApiDocument } from './document.ts';

/**
 * `GET /api/openapi.json`: the document of the whole app, this call included.
 *
 * @param routes the app's, asked for once all of them are there
 */
export function documentRoute(routes: () => readonly RouterRoute[]) {
  let document: object | undefined;
  const readDocument = describe({
    summary: 'This document.',
    answers: { 200: json(z.looseObject({ openapi: z.string() })) },
  });
  return new Hono().get('/', readDocument, (context) => {
    document ??= openApiDocument(routes());
    return context.json(document, 200, { 'cache-control': 'no-cache' });
  });
}
