import { createMiddleware } from 'hono/factory';
import { validator } from 'hono/validator';
import type { z } from 'zod';
import { described, errors } from './describe.ts';
import { Refusal } from './refusal.ts';

/**
 * Validates JSON and query values with a schema; invalid ones get 400 `{error}`.
 *
 * @param refusal the error to give if details must not be revealed
 */
export function jsonBody<T extends z.ZodType>(schema: T, refusal?: string) {
  const read = validator('json', (value, context) => {
    const result = schema.safeParse(value);
    if (!result.success) return context.json({ error: refusal ?? describeIssues(result.error) }, 400);
    return result.data;
  });
  return described(read, { body: { 'application/json': schema }, answers: errors([400, 413]) });
}

/** Used before {@link jsonBody}, whose own error for malformed JSON differs; this gives `refusal` there too. */
export function onlyJson(refusal: string) {
  return createMiddleware(async (context, next) => {
    await context.req.json().catch((cause: unknown) => {
      throw new Refusal(400, refusal, { cause });
    });
    await next();
  });
}

export function queryValues<T extends z.ZodObject>(schema: T) {
  const read = validator('query', (value, context) => {
    const result = schema.safeParse(value);
    if (!result.success) return context.json({ error: describeIssues(result.error) }, 400);
    return result.data;
  });
  return described(read, { query: schema, answers: errors([400]) });
}

/** Names the problem and its place, never the value, which may be private. */
function describeIssues(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'The request is not valid.';
  const where = issue.path.join('.');
  return where === '' ? `The request is not valid: ${issue.message}` : `${where}: ${issue.message}`;
}
