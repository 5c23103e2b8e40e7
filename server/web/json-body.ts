import { validator } from 'hono/validator';
import type { z } from 'zod';

/** JSON and query values as a schema reads them; what does not fit is answered 400 `{error}`. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return validator('json', (value, context) => {
    const result = schema.safeParse(value);
    if (!result.success) return context.json({ error: describeIssues(result.error) }, 400);
    return result.data;
  });
}

export function queryValues<T extends z.ZodType>(schema: T) {
  return validator('query', (value, context) => {
    const result = schema.safeParse(value);
    if (!result.success) return context.json({ error: describeIssues(result.error) }, 400);
    return result.data;
  });
}

/** Names what is wrong, and where; never the value, which may be private. */
function describeIssues(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'The request is not valid.';
  const where = issue.path.join('.');
  return where === '' ? `The request is not valid: ${issue.message}` : `${where}: ${issue.message}`;
}
