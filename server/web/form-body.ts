import type { Context } from 'hono';
import { Refusal } from './refusal.ts';

/**
 * The fields of a form, URL-encoded or multipart; a repeated field is a list.
 *
 * @throws Refusal 400 when the body is not a form
 */
export async function formBody(context: Context): Promise<Record<string, unknown>> {
  try {
    return await context.req.parseBody({ all: true });
  } catch (cause) {
    throw new Refusal(400, 'The form cannot be read.', { cause });
  }
}
